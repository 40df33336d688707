import { permissionRule } from '@service/billing/domain/operators/permissions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';
import { MONEY_PROOFS, type MoneyProof, moneyProofOf } from '../../src/pages/console/steps/money-proofs.ts';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { addressOfRoute, withRoutes } from './routes.ts';
import { newSubscriber, type Subscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let routes: readonly ConsoleRoute[];
beforeAll(async () => {
  const start = () => startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  ({ service, routes } = await withRoutes(start));
});
afterAll(() => service.close());

/** Cents below and above the limit, whatever the taxes. */
const AMOUNTS = { below: 10_000, above: 60_000 };

type MoneyRoute = keyof typeof MONEY_PROOFS;
type AboveLimit = {
  [Name in MoneyRoute]: (typeof MONEY_PROOFS)[Name] extends 'above the limit' ? Name : never;
}[MoneyRoute];

/** A form as the operator fills it in. */
interface MoneyFormCase {
  readonly page: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** A field that the form is filled with again after the proof. */
  readonly kept?: string;
}

const whole = (cents: number): string => String(cents / 100);

const subscriberAt = (cents: number, terms = ''): Promise<Subscriber> =>
  newSubscriber(service, `<unit_amount_in_cents>${cents}</unit_amount_in_cents>${terms}`);

/** Adds a charge, or a credit, to the next invoice of an account with a card. */
const pending = async (cents: number): Promise<string> => {
  const { account } = await newSubscriber(service);
  const body = `<adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><currency>USD</currency><description>Line</description></adjustment>`;
  expect((await service.api('POST', `/v2/accounts/${account}/adjustments`, body)).status).toBe(201);
  return account;
};

/** Makes an invoice that the customer pays by transfer. */
const owing = async (cents: number): Promise<{ readonly invoice: string; readonly uuid: string }> => {
  const account = await pending(cents);
  const terms = '<invoice><collection_method>manual</collection_method><net_terms>0</net_terms></invoice>';
  const { xml, text } = await service.api('POST', `/v2/accounts/${account}/invoices`, terms);
  const invoice = textOf(xml, 'charge_invoice', 'invoice_number');
  expect(invoice, text).toBeDefined();
  return { invoice: invoice ?? '', uuid: textOf(xml, 'charge_invoice', 'uuid') ?? '' };
};

const FORMS: Readonly<Record<AboveLimit, (cents: number) => Promise<MoneyFormCase>>> = {
  'customer charge': async (cents) => ({
    page: `/customers/${(await newSubscriber(service)).account}/charge`,
    fields: { amount: whole(cents), description: 'Rope' },
    kept: 'Rope',
  }),
  'customer credit': async (cents) => ({
    page: `/customers/${(await newSubscriber(service)).account}/credit`,
    fields: { amount: whole(cents), description: 'Sorry' },
    kept: 'Sorry',
  }),
  'customer invoice': async (cents) => ({ page: `/customers/${await pending(cents)}/invoice` }),
  'invoice apply-credit': async (cents) => ({ page: `/invoices/${(await owing(cents)).invoice}/apply-credit` }),
  'invoice collect': async (cents) => ({ page: `/invoices/${(await owing(cents)).invoice}/collect` }),
  'invoice mark-failed': async (cents) => ({
    page: `/invoices/${(await owing(cents)).invoice}/mark-failed`,
    fields: { reason: 'Moved away' },
    kept: 'Moved away',
  }),
  'invoice record-payment': async (cents) => ({
    page: `/invoices/${(await owing(AMOUNTS.above)).invoice}/record-payment`,
    fields: { amount: whole(cents), description: 'Check 17' },
    kept: 'Check 17',
  }),
  'invoice refund': async (cents) => ({
    page: `/invoices/${(await subscriberAt(cents)).invoice}/refund?way=all`,
    fields: { reason: 'goodwill', comment: 'was away' },
    kept: 'was away',
  }),
  'invoice void': async (cents) => {
    const account = await pending(-cents);
    const { xml, text } = await service.api('POST', `/v2/accounts/${account}/invoices`);
    const number = textOf(xml?.children.find(({ name }) => name === 'credit_invoices')?.children[0], 'invoice_number');
    expect(number, text).toBeDefined();
    return { page: `/invoices/${number}/void` };
  },
  'past due together': async (cents) => {
    const uuids = [(await owing(cents / 2)).uuid, (await owing(cents / 2)).uuid];
    return {
      page: '/past-due/together',
      fields: { do: 'collect', ...Object.fromEntries(uuids.map((uuid) => [`invoice_${uuid}`, 'yes'])) },
      kept: `name="invoice_${uuids[1]}" value="yes" checked`,
    };
  },
  'subscription cancel': async (cents) => ({
    page: `${(await subscriberAt(cents)).path}/cancel`,
    fields: { when: 'now_full', comment: 'too wet' },
    kept: 'too wet',
  }),
  'subscription change': async (cents) => {
    const choice = `quantity=2&unit_amount=${whole(cents)}&timeframe=now`;
    return { page: `${(await subscriberAt(100)).path}/change?${choice}`, kept: 'Change and charge' };
  },
  'subscription convert-trial': async (cents) => ({
    page: `${(await subscriberAt(cents, '<trial_ends_at>2027-02-01T00:00:00Z</trial_ends_at>')).path}/convert-trial`,
  }),
  'subscription resume': async (cents) => {
    const { path } = await subscriberAt(cents);
    const owner = await withRole(service, ['owner']);
    expect((await owner.submit(`${path}/pause`, { cycles: '9' })).status).toBe(303);
    service.clock.advance({ days: 31 });
    await service.dueWork();
    return { page: `${path}/resume` };
  },
};

/** Sends a form without a fresh proof; returns where it leads. */
const sent = async ({ page, fields }: MoneyFormCase): Promise<string> => {
  const browser = await withRole(service, ['owner'], { provedAgo: 600_000 });
  const { status, location, html } = await browser.submit(page, fields);
  expect([303, 422], html).toContain(status);
  return status === 303 ? location : '';
};

it('has a line for each form whose permission moves money, and for no other one', () => {
  const forms = routes.filter(
    ({ method, permission }) => method === 'post' && permission !== 'signed in' && permissionRule(permission).money,
  );
  expect(forms.map(({ name }) => name.replace('console ', '')).sort()).toEqual(Object.keys(MONEY_PROOFS).sort());
});

const namesOf = (proof: MoneyProof) =>
  Object.entries(MONEY_PROOFS).flatMap(([name, one]) => (one === proof ? [name] : []));

describe('without a proof of the last five minutes', () => {
  it.each(Object.keys(FORMS) as AboveLimit[])('the form of "%s" asks for one above the limit', async (name) => {
    const above = await FORMS[name](AMOUNTS.above);
    const asked = await sent(above);
    expect(asked, textIn(name)).toMatch(/^\/prove\?to=/);
    const back = new URL(asked, 'http://console').searchParams.get('to') ?? '';
    expect(back.split('?')[0]).toBe(above.page.split('?')[0]);
    const { status, html } = await (await withRole(service, ['owner'])).get(back);
    expect(status).toBe(200);
    expect(html).toContain(above.kept ?? '<form');
    expect(await sent(await FORMS[name](AMOUNTS.below))).not.toContain('/prove');
  });

  it.each(namesOf('always'))('the form of "%s" asks for one', async (name) => {
    const browser = await withRole(service, ['owner'], { provedAgo: 600_000 });
    const own = routes.filter((route) => route.name === `console ${name}` && moneyProofOf(route) === 'always');
    expect(own.length).toBe(2);
    for (const route of own) {
      const key = /name="form_key" value="([^"]*)"/.exec((await browser.get('/')).html)?.[1] ?? '';
      const path = addressOfRoute(route);
      const form = { form_key: key, form_id: fresh('form').replaceAll('-', '').padEnd(24, '0') };
      const { location } = route.method === 'get' ? await browser.get(path) : await browser.post(path, form);
      expect(location).toMatch(/^\/prove\?to=/);
    }
  });
});

it('asks for one above the limit of support where the site has a higher one', async () => {
  await service.changeDemoSite({ operator_refund_limit_in_cents: 90_000 });
  try {
    expect(await sent(await FORMS['customer charge'](60_000))).not.toContain('/prove');
    expect(await sent(await FORMS['customer charge'](90_001))).toContain('/prove');
  } finally {
    await service.changeDemoSite({ operator_refund_limit_in_cents: 10_000 });
  }
});
