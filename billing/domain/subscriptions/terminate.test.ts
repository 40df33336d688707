import { describe, expect, it, test } from 'vitest';
import { fraction, shareOf } from '../../values/money/fraction.ts';
import { cancel } from './cancel.ts';
import { expire } from './expire.ts';
import { pause } from './pause.ts';
import { postpone } from './postpone.ts';
import { terminate } from './terminate.ts';
import { at, eventTypes, sold, until, usageAddOn } from './testing/subscription.ts';
import type { SubscriptionCredit } from './transition.ts';

const calls = usageAddOn('calls');
// 30 days from 1 April; 10 are left on the 21st.
const april = sold('2024-04-01', { unit: 9788, add_ons: [calls] });
const NOW = at('2024-04-21');
const prorationOf = (credit: SubscriptionCredit | undefined) =>
  (credit?.kind === 'last_invoice' && credit.proration) || fraction(0);
const usage = { kind: 'usage', period: { startedAt: at('2024-04-01'), endsAt: NOW }, addOns: [calls] };

describe('terminating', () => {
  test.each([
    ['active', april],
    ['canceled', cancel(april, at('2024-04-10')).subscription!],
  ])('ends an %s subscription at once', (_, subscription) => {
    const ended = terminate(subscription, NOW, { refund: 'none', charge: true });
    expect(ended.subscription).toMatchObject({ state: 'expired', canceled_at: NOW, expires_at: NOW, pending: null });
    expect(ended).toMatchObject({ charges: [usage], credits: [] });
    expect(eventTypes(ended)).toEqual(['expired_subscription']);
  });

  test.each([
    ['none', []],
    ['full', [{ kind: 'last_invoice', proration: null }]],
    ['partial', [{ kind: 'last_invoice', proration: fraction(1, 3) }]],
  ] as const)('refunds by its parameter: %s', (refund, credits) => {
    expect(terminate(april, NOW, { refund, charge: true }).credits).toEqual(credits);
  });

  it('in part refunds a third of what was paid with ten of thirty days left', () => {
    const [credit] = terminate(april, NOW, { refund: 'partial', charge: false }).credits;
    expect(shareOf(9788, prorationOf(credit))).toBe(3263);
  });

  it('leaves usage to be voided when it is not charged', () => {
    expect(terminate(april, NOW, { refund: 'none', charge: false }).charges).toEqual([]);
  });

  it('in part refunds nothing of a pause, which was not billed; in full the last invoice', () => {
    const paused = until(pause(april, NOW, { cycles: 2, pastDue: false }).subscription, '2024-05-01');
    const end = (refund: 'partial' | 'full') => terminate(paused, at('2024-05-10'), { refund, charge: true });
    expect(end('partial')).toMatchObject({ charges: [], credits: [] });
    expect(end('full').credits).toEqual([{ kind: 'last_invoice', proration: null }]);
    expect(end('full').subscription).toMatchObject({ paused_at: null, remaining_pause_cycles: null });
  });

  it('leaves a subscription that is no longer paused, where only a paused one may end', () => {
    const ending = { refund: 'none', charge: true, onlyPaused: true } as const;
    const paused = until(pause(april, NOW, { cycles: 2, pastDue: false }).subscription, '2024-05-01');
    expect(terminate(paused, at('2024-05-10'), ending).subscription).toMatchObject({ state: 'expired' });
    expect(() => terminate(april, NOW, ending)).toThrow(expect.objectContaining({ symbol: 'subscription_not_paused' }));
  });

  it('in part counts a postponed period in the regular interval from its own start', () => {
    const postponed = postpone(april, at('2024-04-05'), at('2024-06-01')).subscription;
    // 41 of the 30 days from 1 April: more than was paid for, of which an order refunds all.
    const [credit] = terminate(postponed, NOW, { refund: 'partial', charge: true }).credits;
    expect(prorationOf(credit)).toEqual(fraction(41, 30));
  });
});

it('expires at the moment that it is told, or at once', () => {
  expect(expire(april, NOW, at('2024-04-20')).subscription).toMatchObject({
    expires_at: at('2024-04-20'),
    updated_at: NOW,
    canceled_at: null,
    next_bill_date: null,
  });
  expect(expire(april, NOW)).toMatchObject({ subscription: { expires_at: NOW }, charges: [usage] });
});
