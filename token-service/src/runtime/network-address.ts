/** An IPv4 address that a socket for IPv6 reports, in its own form. */
export const unmapped = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** The eight groups of an IPv6 address. */
export const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...middle, ...back];
};

/** One customer has one IPv4 address, or all of the 64 bits behind an IPv6 prefix. */
export const subscriber = (address: string): string => {
  const own = unmapped(address);
  return own.includes(':') ? groupsOf(own).slice(0, 4).join(':') : own;
};

/** Returns the network of an address, by which requests of many machines are counted: an IPv4 /24, or an IPv6 /48. */
export const networkOf = (address: string): string => {
  const own = unmapped(address);
  return own.includes(':')
    ? `${groupsOf(own.toLowerCase()).slice(0, 3).join(':')}::/48`
    : `${own.split('.').slice(0, 3).join('.')}.0/24`;
};
