/** A URL for display: without user, password and parameters that may be secret. */
export function withoutSecrets(address: string): string {
  return (
    address
      // Passwords that were not escaped are secret too, so everything up to the last @ is removed.
      .replace(/^((?:postgres(?:ql)?|rediss?|mysql|mariadb):\/\/).*@/is, '$1********@')
      .replace(/\/\/[^/?#]*@/g, '//********@')
      .replace(/([?&](?:password|sslpassword|sslkey)=)[^&#]*/gi, '$1********')
  )
}
