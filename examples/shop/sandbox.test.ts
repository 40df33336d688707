import { afterEach, describe, expect, it, vi } from 'vitest';
import { historyOf } from './history.ts';
import type { InvoicePayment } from './invoice.ts';
import { afterStep, readStep } from './later.ts';
import { shopOpener } from './open-shop.fixture.ts';
import type { HistoricInvoice, Mail, Subscription } from './sandbox-api.ts';
import { chargeInvoice, subscriptionPreview } from './testing.ts';

afterEach(() => vi.restoreAllMocks());

const open = shopOpener();
const openShop = async (answers: Parameters<typeof open>[0]) => {
  const shop = await open(answers);
  const put = (path: string, form: unknown) =>
    shop.ask(path, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(form) });
  return { ...shop, put };
};
const UUID = '0123456789abcdef0123456789abcdef';
const CLOCK = 'GET /v2/sandbox/clock';

const clock = (now: string, reached = now): string =>
  `<clock><now type="datetime">${now}</now><reached_at type="datetime">${reached}</reached_at><items type="integer">0</items></clock>`;
const subscriptions = `<subscriptions type="array"><subscription>
  <plan><plan_code>tideline</plan_code><name>Tideline</name></plan><uuid>${UUID}</uuid><state>active</state>
  <currency>USD</currency><quantity type="integer">2</quantity>
  <activated_at type="datetime">2026-11-20T13:00:00Z</activated_at>
  <current_period_started_at type="datetime">2026-11-20T13:00:00Z</current_period_started_at>
  <current_period_ends_at type="datetime">2026-12-20T13:00:00Z</current_period_ends_at>
</subscription></subscriptions>`;

const answers = (code: string) => ({
  [CLOCK]: { body: clock('2026-11-25T00:00:00Z', '2026-11-22T00:00:00Z') },
  'PUT /v2/sandbox/clock': { status: 202, body: clock('2026-12-25T00:00:00Z') },
  [`GET /v2/accounts/${code}/subscriptions`]: { body: subscriptions },
  [`GET /v2/accounts/${code}/invoices?per_page=50`]: {
    body: `<invoices type="array">${chargeInvoice(code)}</invoices>`,
  },
  'POST /v2/subscriptions/preview': { body: subscriptionPreview(code) },
  [`PUT /v2/subscriptions/${UUID}/cancel`]: { body: subscriptions },
});

describe('the sandbox', () => {
  it('shows the clock, the customer’s subscriptions and what happened', async () => {
    const { ask, visit } = await openShop(answers);
    await visit();
    expect(await (await ask('/api/sandbox')).json()).toMatchObject({
      now: '2026-11-25T00:00:00Z',
      reached_at: '2026-11-22T00:00:00Z',
      subscriptions: [{ uuid: UUID, name: 'Tideline', state: 'active', next: { on: '2026-12-20T13:00:00Z' } }],
      happened: [
        { at: '2026-11-20T13:00:00Z', what: 'invoice', number: '1000', amount: '138.96' },
        { at: '2026-11-20T13:00:00Z', what: 'started', name: 'Tideline' },
      ],
    });
  });

  it('moves the clock by a month, and never to nowhere or back', async () => {
    const { put, visit, received } = await openShop(answers);
    await visit();
    expect((await put('/api/sandbox/clock', { by: 'month' })).status).toBe(200);
    const sent = received.find(({ method, path }) => method === 'PUT' && path === '/v2/sandbox/clock');
    expect(sent?.body).toContain('<clock><now>2026-12-25T00:00:00Z</now></clock>');
    for (const step of [
      {},
      null,
      { by: 'week' },
      { date: '2026-13-40' },
      { date: '2026-11-01' },
      { date: '2037-01-01' },
    ]) {
      expect((await put('/api/sandbox/clock', step)).status, JSON.stringify(step)).toBe(422);
    }
  });

  it('stops a subscription of the customer, and no other', async () => {
    const { put, visit, received } = await openShop(answers);
    const stops = () => received.filter(({ path }) => path.endsWith('/cancel')).length;
    await visit();
    expect((await put(`/api/sandbox/subscriptions/${'f'.repeat(32)}/stop`, {})).status).toBe(404);
    expect(stops()).toBe(0);
    expect((await put(`/api/sandbox/subscriptions/${UUID}/stop`, {})).status).toBe(200);
    expect(stops()).toBe(1);
  });

  it('is not there where the site has no clock of its own', async () => {
    const { ask, visit } = await openShop(() => ({}));
    await visit();
    const refused = await ask('/api/sandbox');
    expect([refused.status, (await refused.json()).error.message]).toEqual([404, expect.stringContaining('for real')]);
  });
});

describe('a step in time', () => {
  it.each([
    ['2027-01-31T10:00:00Z', 'month', '2027-02-28T10:00:00Z'],
    ['2027-12-15T10:00:00Z', 'month', '2028-01-15T10:00:00Z'],
    ['2028-02-29T10:00:00Z', 'year', '2029-02-28T10:00:00Z'],
    ['2028-02-28T23:00:00Z', 'day', '2028-02-29T23:00:00Z'],
    ['2027-01-01T00:00:00Z', { date: '2027-03-01' }, '2027-03-01T23:59:00Z'],
  ] as const)('from %s by %j leads to %s', (now, step, to) => {
    expect(afterStep(now, step)).toBe(to);
  });

  it.each([
    [{ by: 'day' }, 'day'],
    [{ date: '2027-01-01' }, { date: '2027-01-01' }],
    [{ date: 'soon' }, undefined],
    ['x', undefined],
  ])('is read from %j', (sent, step) => {
    expect(readStep(sent)).toEqual(step);
  });
});

it('history leaves out what has not happened yet, newest first', () => {
  const subscription = {
    name: 'Tideline',
    state: 'canceled',
    activated_at: '2026-01-01T00:00:00Z',
    canceled_at: '2026-02-01T00:00:00Z',
    expires_at: '2026-03-01T00:00:00Z',
  } as Subscription;
  const invoice = { created_at: '2026-04-01T00:00:00Z', total: 100, currency: 'USD', state: 'paid' } as HistoricInvoice;
  const now = '2026-03-15T00:00:00Z';
  expect(historyOf({ now }, [subscription], [invoice], []).map(({ what }) => what)).toEqual(['stopped', 'started']);
  expect(historyOf({ now }, [{ ...subscription, state: 'expired' }], [], []).map(({ what }) => what)).toEqual([
    'ended',
    'stopped',
    'started',
  ]);
});

it.each([
  ['paid', undefined, undefined, 'paid'],
  ['past_due', 'declined', '2026-04-04T00:00:00Z', 'retried'],
  ['past_due', 'declined_card_number', undefined, 'past_due'],
  ['past_due', 'three_d_secure_action_required', undefined, 'to_confirm'],
])(
  'history tells of an invoice that is %s after %s, next tried at %s, that it is %s',
  (state, error_code, next, told) => {
    const payments = [undefined, error_code].map((code) => ({ error_code: code }) as InvoicePayment);
    const created_at = '2026-04-01T00:00:00Z';
    const made: Partial<HistoricInvoice> = { created_at, total: 100, currency: 'USD', state, payments };
    const invoice = { ...made, next_attempt_at: next } as HistoricInvoice;
    expect(historyOf({ now: '2026-04-02T00:00:00Z' }, [], [invoice], [])).toMatchObject([
      { what: 'invoice', state: told },
    ]);
  },
);

it('history has the mails that ask for a payment or confirm a stop, and no other', () => {
  const queued_at = '2026-04-01T00:00:00Z';
  const mails = ['receipt', 'payment_failed', 'payment_confirmation', 'subscription_canceled'].map(
    (kind) => ({ kind, subject: `A ${kind}`, queued_at }) as Mail,
  );
  expect(historyOf({ now: '2026-04-02T00:00:00Z' }, [], [], mails)).toEqual([
    { at: queued_at, what: 'mail', subject: 'A payment_failed' },
    { at: queued_at, what: 'mail', subject: 'A payment_confirmation' },
    { at: queued_at, what: 'mail', subject: 'A subscription_canceled' },
  ]);
});
