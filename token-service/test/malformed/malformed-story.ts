import { expect, onTestFinished, test } from 'vitest';
import { newCustomer } from '../account-pages/customer.ts';
import { demoOwner } from '../console/browser.ts';
import { startTestService } from '../service.ts';
import { surfacesOf } from '../surfaces.ts';
import { ADDRESSES, DEFECTS } from './defects.ts';
import { type RawRequest, type RawResponse, send } from './send.ts';

type Forms = readonly (readonly [address: RegExp, type: RegExp])[];

const PLAIN = /^text\/plain/;
/**
 * The format in which each surface answers: pages in HTML, the XML API in XML, the browser API in JSON, files as they
 * are.
 */
const API_ORIGIN: Forms = [
  [/^\/account\/assets\//, /^(text\/(html|css|javascript)|font\/woff2)/],
  [/^\/account\/invoices\/[^/]+\/pdf/, /^(text\/html|application\/pdf)/],
  [/^\/account(\/|\?|$)/, /^text\/html/],
  [/^\/gateways\/[\w-]+\/[\w-]+(\?|$)/, /^(application\/xml|text\/plain)/],
  [/^\/(health|live|metrics|docs)/, /./],
  [/./, /^application\/(xml|pdf)/],
];
const BROWSER_ORIGIN: Forms = [
  [/^\/js\/v1\/(three_d_secure\/(test-bank|return)|wallet\/agreement($|\?))/, /^text\/(html|plain)/],
  [/^\/js\/v1\/(three-d-secure|field)\.html/, /^text\/(html|plain)/],
  [/^\/js\/v1\/(texts\/)?[\w-]+\.js/, /^text\/(javascript|plain)/],
  [/^\/js\/v1\/fonts\//, /^(font\/woff2|text\/plain|application\/json)/],
  [/^\/js\/v1\//, /^application\/json/],
  [/^\/(health|live|v1)/, /./],
  [/./, PLAIN],
];

const CONSOLE_ORIGIN: Forms = [
  [/^\/assets\//, /^(text\/(css|javascript|html)|font\/woff2|image\/)/],
  [/^\/(health|live)/, /./],
  // No browser asks for an address that is no path.
  [/^(\*|http:\/\/(\[|x:y))/, PLAIN],
  [/./, /^(text\/(html|csv)|application\/(json|pdf))/],
];

/** Returns what is wrong with a response; undefined for one in the form of its surface. */
const objection = (forms: Forms, path: string, { status, type, body }: RawResponse, method: string) => {
  if (status >= 500) return `${status} ${body.slice(0, 80)}`;
  // Without a body there is nothing to be in a form: redirects, 204, 304, and what Node itself refuses.
  if (body === '' && (status < 400 || type === '' || method === 'HEAD')) return undefined;
  if (status >= 300 && status < 400) return undefined;
  const form = forms.find(([address]) => address.test(path))?.[1];
  return form?.test(type) ? undefined : `${status} in ${type || 'no type'}: ${body.slice(0, 60)}`;
};

/** Surfaces whose routes have steps of their own. Those of the others share all steps but the last. */
const DIVERSE = [
  'accountPages',
  'dispatch',
  'testBankPages',
  'agreementPage',
  'challengePages',
  'gatewayNotifications',
];

interface Size {
  /** Opens a PostgreSQL database; the embedded one without it. */
  readonly database?: () => Promise<string>;
  /** One in so many routes gets each defect: of those with steps of their own, and of the others. */
  readonly oneIn: { readonly diverse: number; readonly others: number };
}

/** Sends every malformed request to every route of every surface, as a signed-in customer, merchant and operator. */
export const malformedRequests = ({ database, oneIn }: Size): void => {
  test('a malformed request gets an answer in the form of its surface, and never a 500', async () => {
    const databaseUrl = await database?.();
    const { opened: service, origins } = await surfacesOf(() =>
      startTestService({ env: { RATE_LIMIT: 'off' }, ...(databaseUrl && { databaseUrl }) }),
    );
    onTestFinished(() => service.close());
    const customer = await newCustomer(service);
    const owner = await demoOwner(service);
    const sound = {
      Cookie: `${customer.cookie()}; ${owner.cookie()}`,
      Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
      Accept: 'application/xml',
      'X-Api-Version': '2.19',
    };
    const wrong: string[] = [];
    const ask = async (origin: string, forms: Forms, name: string, request: RawRequest): Promise<void> => {
      const { method = 'GET', path } = request;
      const lost = (error: Error): RawResponse => ({ status: 599, type: '', body: error.message });
      const problem = objection(forms, path, await send(origin, request).catch(lost), method);
      if (problem) wrong.push(`${method} ${path.slice(0, 80)} with ${name}: ${problem}`);
    };

    const asked: (() => Promise<void>)[] = [];
    const served = [
      [service.apiUrl, API_ORIGIN],
      [service.browserUrl, BROWSER_ORIGIN],
      [service.consoleUrl, CONSOLE_ORIGIN],
    ] as const;
    expect(origins).toHaveLength(served.length);
    for (const [index, surfaces] of origins.entries()) {
      const [origin, forms] = served[index]!;
      for (const { name, paths } of surfaces) {
        expect(paths.length, name).toBeGreaterThan(0);
        for (const [at, path] of [...new Set(paths)].entries()) {
          for (const [number, defect] of DEFECTS.entries()) {
            if ((number + at) % (DIVERSE.includes(name) ? oneIn.diverse : oneIn.others) !== 0) continue;
            const request = defect.of(path, sound);
            // The other requests need the session.
            if (!request || (path.endsWith('/sign-out') && request.method === 'POST')) continue;
            asked.push(() => ask(origin, forms, defect.name, request));
          }
        }
      }
      for (const path of ADDRESSES) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          asked.push(() => ask(origin, forms, 'an odd address', { method, path, headers: sound }));
        }
      }
    }
    expect(asked.length).toBeGreaterThan(500);
    for (let at = 0; at < asked.length; at += AT_ONCE)
      await Promise.all(asked.slice(at, at + AT_ONCE).map((go) => go()));
    expect(wrong.slice(0, 100)).toEqual([]);
  }, 600_000);
};

const AT_ONCE = 8;
