import { isLoopback } from '../../values/loopback.ts';

/**
 * Whether a text is an address that a provider's API can have: an origin, with HTTPS on any other machine, because
 * credentials and card numbers are sent there.
 */
export const isEndpoint = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.pathname !== '/' || url.search || url.hash) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
};
