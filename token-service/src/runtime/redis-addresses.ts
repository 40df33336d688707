/**
 * Returns an address for each server that a `TOKEN_STORE_URL` names. The addresses of several nodes of a cluster have
 * commas between them and share the rest: `redis://user:password@node-1:6379,node-2:6379`.
 */
export const redisAddresses = (url: string): readonly string[] => {
  const [, start = '', servers = '', end = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/.exec(url) ?? ['', url];
  return servers.split(',').map((server) => start + server + end);
};
