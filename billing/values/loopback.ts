/**
 * Whether an address or host name is this machine's own, also in the brackets that a URL needs. The name is never
 * resolved.
 */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
