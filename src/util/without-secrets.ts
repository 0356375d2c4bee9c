/** An address as it may be shown: without user, password and whatever else may be secret in its parameters. */
export function withoutSecrets(address: string): string {
  return (
    address
      // Passwords that should have been escaped are secret too, so all up to the last @ is.
      .replace(/^((?:postgres(?:ql)?|rediss?):\/\/).*@/is, '$1********@')
      .replace(/\/\/[^/?#]*@/g, '//********@')
      .replace(/([?&](?:password|sslpassword|sslkey)=)[^&#]*/gi, '$1********')
  )
}
