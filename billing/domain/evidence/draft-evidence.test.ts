import { expect, it } from 'vitest';
import { blankLine } from '../adjustments/line.ts';
import { evidenceIssues } from '../disputes/evidence.ts';
import { draftEvidence, type KnownOfPayment } from './draft-evidence.ts';

const at = (moment: string): number => Date.parse(`${moment}Z`) / 1000;
const PAID = at('2026-11-26T14:00:30');

const line = {
  ...blankLine({ uuid: () => 'line', at: PAID, account_id: 'ada', currency: 'USD' }),
  description: 'Gold',
  start_date: at('2026-11-25T00:00:00'),
  end_date: at('2026-12-25T00:00:00'),
  total_in_cents: 2174,
};

/** The records of a payment; members that evidence does not read are left out. */
const known = (changes: object = {}): KnownOfPayment =>
  ({
    payment: {
      created_at: PAID,
      ip_address: '203.0.113.7',
      details: {
        account: {
          email: 'ada@example.com',
          first_name: 'Ada',
          last_name: 'Byron',
          billing_info: {
            first_name: 'Ada',
            last_name: 'Lovelace',
            address1: '1 Harbour St',
            zip: '94105',
            country: 'US',
          },
        },
      },
    },
    invoice: { name: 'TL1000', created_at: PAID, shipping_address: null },
    lines: [line],
    subscriptions: [{ plan_name: 'Gold', activated_at: at('2026-01-25T00:00:00'), canceled_at: null }],
    usage: [
      { usage_timestamp: at('2026-11-27T08:30:00'), amount: 12, add_on_code: 'calls', merchant_tag: 'batch 7' },
      { usage_timestamp: at('2026-11-26T09:00:00'), amount: 3, add_on_code: 'calls', merchant_tag: null },
    ],
    mails: [{ kind: 'receipt', recipient: 'ada@example.com', status: 'delivered', at: PAID }],
    ...changes,
  }) as never;

it('is drafted from invoice, usage, mails and addresses', () => {
  expect(draftEvidence(known())).toEqual({
    product_description: '1 x Gold, 2026-11-25 to 2026-12-25: 21.74 USD',
    customer_name: 'Ada Lovelace',
    customer_email_address: 'ada@example.com',
    customer_purchase_ip: '203.0.113.7',
    billing_address: '1 Harbour St, 94105, US',
    service_date: '2026-11-25',
    access_activity_log: '2026-11-27 08:30 UTC: 12 calls (batch 7)\n2026-11-26 09:00 UTC: 3 calls',
    cancellation_rebuttal: 'The subscription Gold began on 2026-01-25 and was never canceled.',
    uncategorized_text:
      'Invoice TL1000 of 2026-11-26 was paid on 2026-11-26 14:00 UTC.\n' +
      'Receipt with invoice to ada@example.com, 2026-11-26 14:00 UTC, delivered.',
  });
});

it('says when a subscription was canceled, and leaves out what is not known', () => {
  const canceled = { plan_name: 'Gold', activated_at: null, canceled_at: at('2026-11-20T00:00:00') };
  const drafted = draftEvidence(
    known({ subscriptions: [canceled], usage: [], lines: [], invoice: undefined, mails: [] }),
  );
  expect(drafted.cancellation_rebuttal).toBe('The subscription Gold was canceled on 2026-11-20, before this payment.');
  expect(drafted.uncategorized_text).toBe('The payment was made on 2026-11-26 14:00 UTC.');
  expect(drafted.service_date).toBe('2026-11-26');
  expect(drafted).not.toHaveProperty('access_activity_log');
  expect(drafted).not.toHaveProperty('product_description');
});

it('has at least one text, and none that is too long', () => {
  const found = (evidence: object) => evidenceIssues(evidence).map(({ field, symbol }) => `${field} ${symbol}`);
  expect(found({ customer_name: 'Ada' })).toEqual([]);
  expect(found({})).toEqual(['evidence.base empty']);
  expect(found({ product_description: 'x'.repeat(20_001) })).toEqual(['evidence.product_description too_long']);
  const eight = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`text_${n}`, 'x'.repeat(20_000)]));
  expect(found(eight)).toEqual(['evidence.base too_long']);
});
