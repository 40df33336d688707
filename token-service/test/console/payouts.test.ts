import { Secret } from '@service/billing/values/secret.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

const HEAD = 'payout,arrived_on,currency,line,kind,reference,made_at,gross_in_cents,fee_in_cents,net_in_cents';

let service: TestService;
let finance: RoleBrowser;
/** The gateway's reference of a payment, and its amount. */
let paid: { readonly reference: string; readonly cents: number };
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  finance = await withRole(service, ['finance']);
  const { invoice } = await newSubscriber(service);
  const { text } = await service.api('GET', `/v2/invoices/${invoice}/transactions`);
  const [, reference = ''] = /<reference>([^<]+)</.exec(text) ?? [];
  const [, cents = ''] = /<amount_in_cents type="integer">(\d+)</.exec(text) ?? [];
  paid = { reference, cents: Number(cents) };
});
afterAll(() => service.close());

const words = async (path: string): Promise<string> => textIn((await finance.get(path)).html);
const file = (...lines: readonly string[]): string => [HEAD, ...lines].join('\n');
const send = (text: string) => finance.upload('/payouts/import', 'file', new File([text], 'payouts.csv'));
const RESERVE = 'po_1,2026-11-20,USD,txn_reserve,adjustment,,2026-11-19,-700,0,-700';
const charge = (): string =>
  `po_1,2026-11-20,USD,txn_paid,charge,${paid.reference},2026-11-19,${paid.cents},0,${paid.cents}`;

it('imports a file of payouts as a whole, once', async () => {
  expect(await words('/reports')).toContain('Payouts are fetched every night or imported from files');
  expect(await words('/payouts')).toMatch(/Import a file.*The site has no gateway account of its own/);
  expect((await finance.get('/payouts')).html).toMatch(/href="[^"]*\/reports" aria-current="page"/);
  const refused = await send(file(charge(), 'po_1,2026-11-20,USD'));
  expect(refused.status).toBe(422);
  expect(textIn(refused.html)).toContain('Nothing was recorded.');
  const wrong = await send(file(`${charge()}0`));
  expect(wrong.status).toBe(422);
  expect(textIn(wrong.html)).toMatch(/Nothing was recorded\..*gross less/);
  const none = await finance.submit('/payouts/import');
  expect([none.status, textIn(none.html)]).toEqual([422, expect.stringContaining('Choose the file.')]);
  const imported = await send(file(charge(), RESERVE));
  expect([imported.status, imported.location]).toEqual([303, expect.stringContaining('/payouts')]);
  expect(await words(imported.location)).toContain('Recorded 1 payout with 2 lines.');
  const again = await send(file(charge(), RESERVE));
  expect(await words(again.location)).toContain('Nothing is new. 1 was recorded before.');
  // A payout of a closed month is dated later, so its page has the day of its arrival beside it.
  expect(await words('/reports/payouts?from=2026-11-01&to=2026-11-20')).toMatch(/Date Arrived .*po_1/);
});

it('accepts a difference for a reason, and withdraws it', async () => {
  const report = '/reports/reconciliation?from=2026-11-01&to=2026-11-20';
  const { html } = await finance.get(report);
  // The sum leads line by line to the difference, which leads to the lines that are open.
  expect(textIn(html)).toMatch(
    /Sum in USD .*At the gateways .* \$[\d.]+ In the books .* −\$[\d.]+ Difference It is open: .* −\$7\.00/,
  );
  expect(html).toMatch(/result=amount_differs%2Conly_gateway%2Conly_here[^"]*">Difference</);
  const [, href = ''] = /href="([^"]*\/payouts\/accept[^"]*)"/.exec(html) ?? [];
  const path = href.replaceAll('&amp;', '&');
  expect(path).toMatch(/^\/payouts\/accept\?gateway=test&item=txn_reserve&back=/);
  expect(await words(path)).toMatch(
    /Result only at the gateway.*At the gateway −\$7\.00 In the books nothing.*Open −\$7\.00/,
  );
  const blank = await finance.submit(path, { reason: ' ' });
  expect([blank.status, textIn(blank.html)]).toEqual([422, expect.stringContaining('Reason')]);
  const back = new URL(path, 'http://console').searchParams.get('back') ?? '';
  const accepted = await finance.submit(path, { reason: 'Reserve of the gateway', back });
  expect(accepted.status).toBe(303);
  // The days and filters of the report are kept, and the notice is none of them.
  expect(accepted.location).toContain(`${back}${back.includes('?') ? '&' : '?'}notice=`);
  expect((await finance.get(accepted.location)).status).toBe(200);
  expect(await words(accepted.location)).toContain('The difference of −$7.00 is accepted.');
  expect(await words(report)).toMatch(/accepted .*−\$7\.00 Reserve of the gateway/);
  expect(await words(path)).toContain('There is nothing to accept');
  const withdrawn = await finance.submit('/payouts/withdraw?gateway=test&item=txn_reserve', { reason: 'By mistake' });
  expect(await words(withdrawn.location)).toContain('The acceptance is withdrawn: $7.00');
  expect(await words('/payouts/withdraw?gateway=test&item=txn_reserve')).toContain('There is nothing to withdraw');
  const owner = await withRole(service, ['owner']);
  const log = textIn((await owner.get('/audit?action=payout')).html);
  expect(log).toMatch(/acceptance withdrawn.*difference accepted.*Payout recorded/s);
  expect(log).toContain(finance.email);
});

it('names what is no difference', async () => {
  expect((await finance.get('/payouts/accept?gateway=test&item=txn_none')).status).toBe(404);
  expect((await finance.get('/payouts/accept')).status).toBe(404);
});

it('turns the nightly fetch of a gateway on and off', async () => {
  const { opened } = service.service;
  const site = await opened.sites.find('demo');
  const terms = { currencies: null, brands: null, countries: null, active: true, endpoint: null };
  const known = { sealed_credentials: new Secret('').toString(), created_at: 1, updated_at: 1 };
  await opened.storage.transaction(site?.id ?? '', async ({ gatewayAccounts }) => {
    await gatewayAccounts.add({ ...terms, ...known, code: 'cards', adapter: 'stripe', position: 1 });
    await gatewayAccounts.add({ ...terms, ...known, code: 'trial', adapter: 'test', position: 2 });
  });
  expect(await words('/payouts')).toMatch(/cards not fetched every night Change trial from files: the gateway tells/);
  const on = await finance.submit('/payouts/fetch/cards', { fetch: 'nightly' });
  expect(await words(on.location)).toMatch(/The payouts of cards are fetched every night\..*cards every night, next/);
  const refused = await finance.submit('/payouts/fetch/trial', { fetch: 'nightly' });
  expect([refused.status, textIn(refused.html)]).toEqual([
    422,
    expect.stringContaining('Import a file of them instead'),
  ]);
  const off = await finance.submit('/payouts/fetch/cards', { fetch: 'never' });
  expect(await words(off.location)).toContain('The payouts of cards are not fetched every night any more.');
  expect((await finance.get('/payouts/fetch/none')).status).toBe(404);
});

it('shows analysts what differs, and lets them change nothing', async () => {
  const analyst = await withRole(service, ['analyst']);
  const { html } = await analyst.get('/payouts');
  expect(textIn(html)).not.toContain('Import a file');
  expect((await analyst.get('/reports/reconciliation')).html).not.toContain('/payouts/accept');
  for (const path of ['/payouts/import', '/payouts/accept?gateway=test&item=txn_reserve', '/payouts/fetch/cards']) {
    expect((await analyst.get(path)).status).toBe(403);
  }
});

it('the first month that is closed has the open differences of the months before it, which are closed with it', async () => {
  service.clock.advance({ days: 45 });
  const later = await withRole(service, ['owner']);
  const page = textIn((await later.get('/reports/periods/2026-12?compared=1')).html);
  expect(page).toMatch(/[1-9] differences?, some of earlier months/);
  expect(textIn((await later.get('/reports/periods/2026-11')).html)).not.toContain('some of earlier months');
});

it('a month has what opened again in closed months, which is accepted before it is closed', async () => {
  await service.dueWork();
  const owner = await withRole(service, ['owner']);
  const report = '/reports/reconciliation?from=2026-11-01&to=2026-12-31';
  const open = async (): Promise<readonly string[]> =>
    [...(await owner.get(report)).html.matchAll(/href="([^"]*\/payouts\/accept[^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
  for (const path of await open()) await owner.submit(path, { reason: 'Explained' });
  expect(await open()).toEqual([]);
  expect((await owner.submit('/reports/periods/2026-12/close')).status).toBe(303);
  await service.dueWork();
  service.clock.advance({ days: 31 });
  await service.dueWork();
  const january = '/reports/periods/2027-01?compared=1';
  const later = await withRole(service, ['owner']);
  const lines = async (): Promise<string> => textIn((await later.get(january)).html);
  expect(await lines()).toContain('Payouts of gateways are reconciled done');
  await later.submit('/payouts/withdraw?gateway=test&item=txn_reserve', { reason: 'It came back' });
  expect(await lines()).toMatch(/Payouts of gateways are reconciled open 1 difference, some of earlier months\./);
  await later.submit('/payouts/accept?gateway=test&item=txn_reserve', { reason: 'Reserve of the gateway' });
  expect(await lines()).toContain('Payouts of gateways are reconciled done');
});
