import { afterAll, beforeAll, expect, test } from 'vitest';
import { START } from './start.fixture.ts';
import { openStripe, openStripeGround, type StripeGround } from './stripe.fixture.ts';
import { undescribed } from './undescribed.fixture.ts';

const DAY = 86_400;

let ground: StripeGround;
beforeAll(async () => {
  ground = await openStripeGround({ disputeFee: 1500 });
});
afterAll(() => ground.stop());

const asked = ({ site }: ReturnType<typeof openStripe>) => ({
  ...{ site, gateway_code: 'stripe', at: START, correlation: 'request-1', since: START, after: null },
});

test('a payout has the payments, refunds and disputes that it adds up, by the references of the books', async () => {
  const { simulator, line } = ground;
  const shop = openStripe(line.url);
  const { gateway, stripe } = shop;
  const kept = await gateway.purchase(shop.pay(shop.card('4242424242424242'), 4200));
  const lost = await gateway.purchase(shop.pay(shop.card('4242424242424242'), 1000));
  const refund = await gateway.refund(shop.about(kept, 1200));
  const charge = (await stripe.paymentIntents.retrieve(lost.reference ?? '')).latest_charge;
  simulator.trigger({ type: 'dispute', charge: String(charge) });
  const [dispute] = (await stripe.disputes.list()).data;
  await simulator.advance(3 * DAY * 1000);
  simulator.trigger({ type: 'payout' });

  const listed = await gateway.listPayouts?.(asked(shop));
  const fees = Math.round(4200 * 0.029) + 30 + Math.round(1000 * 0.029) + 30 + 1500;
  const amount_in_cents = 4200 + 1000 - 1200 - 1000 - fees;
  expect(listed).toEqual({
    outcome: 'listed',
    payouts: [
      {
        ...{ reference: expect.stringMatching(/^po_/), currency: 'USD', amount_in_cents },
        ...{ arrived_on: '2026-03-18', itemized: true },
      },
    ],
    next: null,
  });
  const [payout] = listed?.outcome === 'listed' ? listed.payouts : [];
  const request = { ...asked(shop), payout: payout?.reference ?? '', currency: 'USD' };
  const page = await gateway.listPayoutLines?.(request);
  const lines = page?.outcome === 'listed' ? page.lines : [];
  expect(
    lines.map(({ kind, reference, payment, gross_in_cents, fee_in_cents }) =>
      [kind, reference, payment, gross_in_cents, fee_in_cents].join(' '),
    ),
  ).toEqual([
    `chargeback ${dispute?.id} ${lost.reference} -1000 1500`,
    `refund ${refund.reference} ${kept.reference} -1200 0`,
    `charge ${lost.reference} ${lost.reference} 1000 59`,
    `charge ${kept.reference} ${kept.reference} 4200 152`,
  ]);
  expect(lines.every(({ made_at }) => made_at === START)).toBe(true);
  expect(lines.reduce((sum, { net_in_cents }) => sum + net_in_cents, 0)).toBe(amount_in_cents);

  // One that the bank returns is in the next payout, by its own reference.
  simulator.trigger({ type: 'payout_failed', payout: payout?.reference ?? '' });
  await simulator.advance(3 * DAY * 1000);
  simulator.trigger({ type: 'payout' });
  const later = await gateway.listPayouts?.(asked(shop));
  const [second, ...others] = later?.outcome === 'listed' ? later.payouts : [];
  expect(others).toEqual([]);
  const next = await gateway.listPayoutLines?.({ ...request, payout: second?.reference ?? '' });
  expect(next).toMatchObject({
    lines: [{ kind: 'payout', reference: payout?.reference, payment: null, gross_in_cents: amount_in_cents }],
  });
  expect(await undescribed(line)).toEqual([]);
});

test('a clock that is ahead of Stripe’s dates what arrives', async () => {
  const shop = openStripe(ground.simulator.url);
  await shop.gateway.purchase(shop.pay(shop.card('4242424242424242'), 700));
  await ground.simulator.advance(2 * DAY * 1000);
  ground.simulator.trigger({ type: 'payout' });
  const ahead = { ...asked(shop), site: { ...shop.site, clock_offset: 365 * DAY } };
  expect(await shop.gateway.listPayouts?.({ ...ahead, since: START + 365 * DAY })).toMatchObject({
    payouts: [{ arrived_on: '2027-03-23' }, { arrived_on: '2027-03-21' }],
  });
});

test('a gateway that is not reached says why', async () => {
  const shop = openStripe('http://127.0.0.1:9');
  const unknown = { outcome: 'unknown', reason: expect.stringMatching(/\w/) };
  expect(await shop.gateway.listPayouts?.(asked(shop))).toEqual(unknown);
  expect(await shop.gateway.listPayoutLines?.({ ...asked(shop), payout: 'po_1', currency: 'USD' })).toEqual(unknown);
});
