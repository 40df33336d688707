import { BlockList, isIP, isIPv6 } from 'node:net';

/** Private networks and a host that an operator opens for webhooks: `10.0.0.0/8`, `shop.internal:8443`. */
export interface WebhookNetwork {
  /** A host by its name; null: a network. */
  readonly host: string | null;
  /** The addresses of the network; null: those that the host resolves to. */
  readonly addresses: BlockList | null;
  readonly ports: readonly number[] | 'all';
}

/** The host and port that a webhook is delivered to. */
export interface WebhookDestination {
  /** The host of the URL, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** The ports of public endpoints in production, and of a network or host without a port. */
export const STANDARD_PORTS: readonly number[] = [80, 443];

/** Credentials of clouds and settings of networks: no operator's setting opens these to the sites. */
const NEVER = new BlockList();
NEVER.addSubnet('169.254.0.0', 16, 'ipv4');
NEVER.addSubnet('fe80::', 10, 'ipv6');
NEVER.addSubnet('fd00:ec2::', 32, 'ipv6');

const HOST = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;
/** A network or host, bare or with a port; IPv6 with a port needs brackets. */
const ENTRY =
  /^(?:\[(?<bracketed>[^\]]+)\]|(?<v6>[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*(?:\/\d+)?)|(?<plain>[^:[\]]+))(?::(?<port>\d{1,5}|\*))?$/i;

/** Returns the networks of the setting, or the first entry that cannot be used. */
export const readWebhookNetworks = (
  text: string,
): { readonly networks: readonly WebhookNetwork[]; readonly unusable?: string } => {
  const entries = text.split(',').map((entry) => entry.trim());
  const networks: WebhookNetwork[] = [];
  for (const entry of entries.filter((each) => each !== '')) {
    const network = readNetwork(entry);
    if (!network) return { networks: [], unusable: entry };
    networks.push(network);
  }
  return { networks };
};

const readNetwork = (entry: string): WebhookNetwork | undefined => {
  const { bracketed, v6, plain, port } = ENTRY.exec(entry)?.groups ?? {};
  const named = (bracketed ?? v6 ?? plain ?? '').toLowerCase();
  const ports = port === '*' ? 'all' : port === undefined ? STANDARD_PORTS : [Number(port)];
  if (ports !== 'all' && ports.some((each) => each < 1 || each > 65_535)) return undefined;
  const [address = '', prefix, ...more] = named.split('/');
  if (more.length > 0) return undefined;
  const family = isIP(address);
  if (family === 0) {
    // What looks like an IPv4 address but is none would be a host that never resolves.
    const isName = plain !== undefined && prefix === undefined && HOST.test(named) && !/^[\d.]+$/.test(named);
    return isName ? { host: named, addresses: null, ports } : undefined;
  }
  const bits = family === 4 ? 32 : 128;
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)) return undefined;
  const addresses = new BlockList();
  addresses.addSubnet(address, prefix === undefined ? bits : Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
  // Nothing of it would ever be reached.
  if (isNever(address)) return undefined;
  return { host: null, addresses, ports };
};

const contains = (addresses: BlockList, address: string): boolean =>
  isIP(address) !== 0 && addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether no setting opens an address. */
const isNever = (address: string): boolean => contains(NEVER, address);

const opensPort = ({ ports }: WebhookNetwork, port: number): boolean => ports === 'all' || ports.includes(port);

/** Whether the operator's networks open an address that the host of a destination has. */
export const isOpened = (
  networks: readonly WebhookNetwork[],
  { host, port }: WebhookDestination,
  address: string,
): boolean =>
  !isNever(address) &&
  networks.some(
    (network) =>
      opensPort(network, port) &&
      (network.addresses ? contains(network.addresses, address) : network.host === host.toLowerCase()),
  );

/**
 * Whether the operator's networks may open a destination: it is in one of them, or it is a host that may resolve to an
 * address in one. The address is checked when the connection is opened.
 */
export const mayBeOpened = (networks: readonly WebhookNetwork[], destination: WebhookDestination): boolean => {
  const { host, port } = destination;
  if (isIP(host) !== 0) return isOpened(networks, destination, host);
  return networks.some(
    (network) => opensPort(network, port) && (network.addresses !== null || network.host === host.toLowerCase()),
  );
};

/** Returns where a URL leads: its host without brackets, and its port or that of its protocol. */
export const destinationOf = ({ hostname, port, protocol }: URL): WebhookDestination => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || (protocol === 'https:' ? 443 : 80)),
});
