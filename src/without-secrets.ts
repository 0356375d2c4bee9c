/** An address as it may be shown: without user, password and whatever else may be secret in its parameters. */
export function withoutSecrets(address: string): string {
  return address
    .replace(/\/\/[^/?#]*@/g, '//********@')
    .replace(/([?&](?:password|sslpassword|sslkey)=)[^&#]*/gi, '$1********')
}
