import { problemsOfPayouts } from '@service/billing/domain/payouts/check-payout.ts';
import { expect, test } from 'vitest';
import { readPayoutFile } from './read-payout-file.ts';

const OWN = 'payout,arrived_on,currency,line,kind,reference,made_at,gross_in_cents,fee_in_cents,net_in_cents';
const STRIPE =
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,created,reporting_category,' +
  'source_id,payment_intent_id,currency,gross,fee,net,customer_facing_amount,customer_facing_currency';

const problemsOf = (text: string): string => {
  const read = readPayoutFile(text);
  return 'problems' in read ? read.problems.join('\n') : problemsOfPayouts(read.payouts, '2026-11-30').join('\n');
};

test('a file in the service’s own form has a row for each line', () => {
  const text = `\uFEFF${OWN}\r\nP-1,2026-11-05,usd,L-1,charge,pay-1,2026-11-03T10:00:00Z,1000,59,941\r\nP-1,2026-11-05,usd,L-2,fee,,2026-11-04,-100,0,-100\r\n`;
  expect(readPayoutFile(text)).toEqual({
    payouts: [
      {
        ...{ reference: 'P-1', arrived_on: '2026-11-05', currency: 'USD', amount_in_cents: 841 },
        lines: [
          {
            ...{ line: 'L-1', kind: 'charge', reference: 'pay-1', payment: 'pay-1' },
            ...{ made_at: Date.parse('2026-11-03T10:00:00Z') / 1000, gross_in_cents: 1000, fee_in_cents: 59 },
            ...{ net_in_cents: 941, charged_in_cents: 1000, charged_currency: 'USD' },
          },
          {
            ...{ line: 'L-2', kind: 'fee', reference: null, payment: null },
            ...{ made_at: Date.parse('2026-11-04T00:00:00Z') / 1000, gross_in_cents: -100, fee_in_cents: 0 },
            ...{ net_in_cents: -100, charged_in_cents: -100, charged_currency: 'USD' },
          },
        ],
      },
    ],
  });
});

test('a payout reconciliation report of Stripe is read by the names of its columns', () => {
  const text = [
    STRIPE,
    'po_1,2026-11-05 00:00:00,txn_1,2026-11-03 10:00:00,2026-11-03 11:00:00,charge,ch_1,pi_1,usd,10.00,0.59,9.41,9.00,eur',
    'po_1,2026-11-05 00:00:00,txn_2,2026-11-03 11:00:00,2026-11-03 12:00:00,refund,re_1,pi_1,usd,-4.5,0,-4.50,,',
    'po_1,2026-11-05 00:00:00,txn_3,2026-11-04 11:00:00,2026-11-04 12:00:00,dispute,du_1,pi_2,usd,-20.00,15.00,-35.00,,',
    'po_1,2026-11-05 00:00:00,txn_4,2026-11-04 12:00:00,2026-11-04 13:00:00,reserve_transaction,,,usd,-1.00,0.00,-1.00,,',
    'po_1,2026-11-05 00:00:00,txn_5,2026-11-04 12:00:00,2026-11-04 13:00:00,payout,po_1,,usd,31.09,0.00,31.09,,',
  ].join('\n');
  const read = readPayoutFile(text);
  const lines = 'payouts' in read ? read.payouts.flatMap((payout) => payout.lines) : [];
  expect(read).toMatchObject({
    payouts: [{ reference: 'po_1', arrived_on: '2026-11-05', currency: 'USD', amount_in_cents: -3109 }],
  });
  expect(
    lines.map(({ line, kind, reference, payment, gross_in_cents, charged_in_cents, charged_currency }) =>
      [line, kind, reference, payment, gross_in_cents, charged_in_cents, charged_currency].join(' '),
    ),
  ).toEqual([
    'txn_1 charge pi_1 pi_1 1000 900 EUR',
    'txn_2 refund re_1 pi_1 -450 -450 USD',
    'txn_3 chargeback du_1 pi_2 -2000 -2000 USD',
    'txn_4 adjustment   -100 -100 USD',
  ]);
  expect(lines[0]?.made_at).toBe(Date.parse('2026-11-03T10:00:00Z') / 1000);
});

test.each([
  ['', 'The file has no rows below the names of its columns.'],
  [
    'a,b\n1,2',
    /^As csv, the columns payout, arrived_on, .* are missing\. As stripe, the columns automatic_payout_id, /,
  ],
  [`${OWN}\nP-1,2026-11-05`, /^The file is no CSV: .*\.$/],
  [`${OWN}\nP-1,2026-11-05,USD,L-1,sale,x,2026-11-03,10,0,10`, /^Row 2: kind is “sale”: it is one of charge, refund, /],
  [`${OWN}\nP-1,2026-11-05,USD,L-1,charge,x,yesterday,10,0,10`, /^Row 2: made_at is “yesterday”: write it like /],
  [`${OWN}\nP-1,2026-11-05,USD,L-1,charge,x,2026-11-03,1.5,0,1`, /^Row 2: gross_in_cents is “1\.5”: write whole cents/],
  [`${OWN}\nP-1,2026-11-05,USD,L-1,charge,,2026-11-03,10,0,10`, /needs the gateway’s reference of it/],
  [`${OWN}\nP-1,2026-11-05,USD,L-1,charge,x,2026-11-03,10,1,10`, /10 cents gross less 1 of fees, which is not 10 net/],
  [
    `${OWN}\nP-1,2026-13-05,USD,L-1,charge,x,2026-11-03,10,0,10`,
    'Row 2: arrived_on is “2026-13-05”: write it like 2026-11-30.',
  ],
  [`${OWN}\nP-1,2026-12-05,USD,L-1,charge,x,2026-11-03,10,0,10`, /arrives on 2026-12-05: record it once/],
  [
    `${OWN}\nP-1,2026-11-05,dollars,L-1,charge,x,2026-11-03,10,0,10`,
    'Row 2: currency is “dollars”: give a code such as EUR.',
  ],
  [
    `${OWN}\nP-1,2026-11-05,USD,L-1,fee,,2026-11-03,10,0,10\nP-1,2026-11-06,USD,L-2,fee,,2026-11-03,10,0,10`,
    'Row 3: the payout P-1 arrived on 2026-11-06, and on 2026-11-05 in the rows above.',
  ],
  [
    `${OWN}\nP-1,2026-11-05,USD,L-1,fee,,2026-11-03,10,0,10\nP-1,2026-11-05,EUR,L-2,fee,,2026-11-03,10,0,10`,
    'Row 3: the payout P-1 is in EUR, and in USD in the rows above.',
  ],
  [
    `${OWN}\nP-1,2026-11-05,USD,L-1,fee,,2026-11-03,10,0,10\nP-1,03.12.2026,USD,,sale,,yesterday,1.5,0,10`,
    [
      'Row 3: arrived_on is “03.12.2026”: write it like 2026-11-30.',
      'Row 3: kind is “sale”: it is one of charge, refund, chargeback, fee, adjustment, payout.',
      'Row 3: gross_in_cents is “1.5”: write whole cents, such as 1999 for 19.99.',
      'Row 3: line is empty.',
      'Row 3: made_at is “yesterday”: write it like 2026-11-30T09:15:00Z.',
    ].join('\n'),
  ],
  [
    `${OWN.replaceAll(',', ';')}\nP-1;2026-11-05;USD;L-1;charge;x;2026-11-03;10,5;0;10,5`,
    'The columns of the file are separated by semicolons: separate them by commas.',
  ],
  [OWN.replaceAll(',', '\t'), 'The columns of the file are separated by tabs: separate them by commas.'],
  [
    `${OWN}\nP-1,2026-11-05,USD,L-1,fee,,2026-11-03,10,0,10\nP-2,2026-11-06,USD,L-1,fee,,2026-11-03,10,0,10`,
    'The line L-1 is there twice: in the payouts P-1 and P-2.',
  ],
])('a wrong file is refused with what to correct: %s', (text, expected) => {
  expect(problemsOf(text)).toMatch(expected);
});

test('an amount with more digits than its currency has is refused', () => {
  const row = 'po_1,2026-11-05,txn_1,,2026-11-03 10:00:00,charge,ch_1,pi_1,usd,10.005,0,10.005,,';
  expect(problemsOf(`${STRIPE}\n${row}`)).toBe(
    'Row 2: gross is “10.005”, which is no amount in USD.\nRow 2: net is “10.005”, which is no amount in USD.',
  );
});
