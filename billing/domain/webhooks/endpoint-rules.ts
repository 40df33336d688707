import type { Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';
import type { EndpointTerms } from './endpoint.ts';
import { ALL_TYPES, isLegacy } from './types.ts';

/** Header values and credentials are short; the limit keeps a request below what servers accept. */
const LONGEST_VALUE = 1_000;
const MOST_HEADERS = 10;
const LONGEST_URL = 2_000;

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Printable ASCII, which every server accepts in a header. */
const VALUE = /^[\x20-\x7e]+$/;
/** Headers that the delivery itself sets, or that describe the connection. */
const RESERVED =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|content-.*|user-agent|accept-encoding|x-notification-.*|webhook-.*)$/i;

const issue = (name: string, symbol: Issue['symbol'], count?: number): Issue => ({
  field: `webhook.${name}`,
  symbol,
  ...(count === undefined ? {} : { count }),
});

/** Whether the operator of the deployment opens a URL to webhooks of production sites, whatever its port. */
export type OpensUrl = (url: URL) => boolean;

/** Returns everything wrong with the settings of an endpoint, its fields named `webhook.…`. */
export const endpointIssues = (
  { mode }: Pick<Site, 'mode'>,
  { url, types }: Pick<EndpointTerms, 'url' | 'types'>,
  opens: OpensUrl = () => false,
): Issue[] => [...urlIssues(mode, url, opens), ...typeIssues(types)];

/**
 * Returns the issues of a URL. Production delivers to the standard ports, and to those that the operator opens; a
 * sandbox delivers to any port.
 */
const urlIssues = (mode: Site['mode'], text: string, opens: OpensUrl): Issue[] => {
  if (text.length > LONGEST_URL) return [issue('url', 'too_long', LONGEST_URL)];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Credentials in an address would be stored and shown in the clear.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    return [issue('url', 'invalid')];
  const isStandard = ['', '80', '443'].includes(url.port);
  return mode === 'production' && !isStandard && !opens(url) ? [issue('port', 'inclusion')] : [];
};

const typeIssues = (types: EndpointTerms['types']): Issue[] => {
  if (types === null) return [];
  if (types.length === 0) return [issue('types', 'empty')];
  if (new Set(types).size < types.length) return [issue('types', 'taken')];
  return types.every((type) => ALL_TYPES.includes(type)) ? [] : [issue('types', 'inclusion')];
};

/** Whether legacy types are named, which turns the legacy form on: otherwise they would never be sent. */
export const namesLegacy = (types: EndpointTerms['types']): boolean => types?.some(isLegacy) ?? false;

/** Returns all issues of an endpoint's authentication, without the values. */
export const authenticationIssues = (basicAuth: string | null, headers: Readonly<Record<string, string>>): Issue[] => {
  const names = Object.keys(headers);
  const found: Issue[] = [];
  if (basicAuth !== null && (!/^[^:]+:/.test(basicAuth) || !VALUE.test(basicAuth))) {
    found.push(issue('basic_auth', 'invalid'));
  }
  if ((basicAuth?.length ?? 0) > LONGEST_VALUE) found.push(issue('basic_auth', 'too_long', LONGEST_VALUE));
  if (names.length > MOST_HEADERS) found.push(issue('headers', 'too_many', MOST_HEADERS));
  for (const name of names) {
    const value = headers[name] ?? '';
    const isTaken = basicAuth !== null && /^authorization$/i.test(name);
    if (!TOKEN.test(name) || RESERVED.test(name) || isTaken) found.push(issue('header_name', 'invalid'));
    if (!VALUE.test(value)) found.push(issue('header_value', 'invalid'));
    if (value.length > LONGEST_VALUE) found.push(issue('header_value', 'too_long', LONGEST_VALUE));
  }
  return found;
};
