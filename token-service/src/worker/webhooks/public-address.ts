import { BlockList, isIP, isIPv6 } from 'node:net';

/** IPv4 that no public server has: private, shared, loopback, link-local, documentation, benchmarks, multicast,
 * reserved. */
const NOT_PUBLIC = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Within global unicast IPv6: special purposes, documentation, and tunnels that lead to any IPv4 address. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const list = (subnets: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList => {
  const found = new BlockList();
  for (const [net, prefix] of subnets) found.addSubnet(net, prefix, family);
  return found;
};
const private4 = list(NOT_PUBLIC, 'ipv4');
const special6 = list(NOT_PUBLIC_V6, 'ipv6');
/** Everything else in IPv6 is local, multicast, mapped, translated or unassigned. */
const global6 = list([['2000::', 3]], 'ipv6');
const mapped4 = list([['::ffff:0:0', 96]], 'ipv6');
const loopback4 = list([['127.0.0.0', 8]], 'ipv4');
const loopback6 = list([['::1', 128]], 'ipv6');

/** Whether a server anywhere on the internet can have this address. Text that is no IP address is not public. */
export const isPublic = (address: string): boolean => {
  if (isIPv6(address)) return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
  return isIP(address) === 4 && !private4.check(address, 'ipv4');
};

/** Whether it is an address of this machine only, also as IPv4 mapped into IPv6. */
export const isLoopbackAddress = (address: string): boolean => {
  if (isIP(address) === 4) return loopback4.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  // The list compares a mapped address as the IPv4 address that it stands for.
  return loopback6.check(address, 'ipv6') || (mapped4.check(address, 'ipv6') && loopback4.check(address, 'ipv6'));
};
