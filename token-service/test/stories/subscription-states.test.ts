import { expire } from '@service/billing/domain/subscriptions/expire.ts';
import { expect, it } from 'vitest';
import { type EndingShop, openEndingShop, pauseFor, trialOf } from './ending-shop.ts';
import { onBothEngines } from './engines.ts';

/** The steps that reach each state; the shop is on the first of January. */
const STATES = {
  future: async (shop) => (await shop.sell('<starts_at>2027-06-01T00:00:00Z</starts_at>')).uuid,
  active: async (shop) => (await shop.sell()).uuid,
  trial: async (shop) => (await shop.sell('', trialOf(60))).uuid,
  async canceled(shop) {
    const { uuid } = await shop.sell();
    await shop.done(uuid, 'cancel');
    return uuid;
  },
  async paused(shop) {
    const { uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(2));
    await shop.travel('2027-02-01T00:00:00Z');
    return uuid;
  },
  async expired(shop) {
    // Beside a live one: without any, a cancellation is refused as a failed precondition.
    const { uuid, code } = await shop.sell();
    await shop.subscribe(code, await shop.plan());
    await shop.change(uuid, (record) => expire(record, record.activated_at ?? 0).subscription);
    return uuid;
  },
} satisfies Readonly<Record<string, (shop: EndingShop) => Promise<string>>>;

type State = keyof typeof STATES;

/** The symbol that refuses each action in each state, in their order; null where the action is legal. */
const REFUSED = {
  cancel: [null, null, null, 'not_cancelable', 'not_cancelable', 'not_cancelable'],
  reactivate: [
    'not_reactivatable',
    'not_reactivatable',
    'not_reactivatable',
    null,
    'not_reactivatable',
    'not_reactivatable',
  ],
  terminate: ['not_terminable', null, null, null, null, 'expired'],
  'terminate?refund=full': ['not_terminable', null, null, null, null, 'expired'],
  'postpone?next_bill_date=2027-08-01': [
    'not_postponable',
    null,
    null,
    'not_postponable',
    'not_postponable',
    'expired',
  ],
  pause: ['not_pausable', null, 'not_pausable', 'not_pausable', null, 'expired'],
  'pause 0': ['not_pausable', 'not_pausable', 'not_pausable', 'not_pausable', null, 'expired'],
  resume: ['not_paused', 'not_paused', 'not_paused', 'not_paused', null, 'not_paused'],
  convert_trial: ['not_in_trial', 'not_in_trial', null, 'not_in_trial', 'not_in_trial', 'not_in_trial'],
} as const;

const request = (action: string): readonly [path: string, body?: string] =>
  action.startsWith('pause') ? ['pause', pauseFor(action === 'pause' ? 2 : 0)] : [action];

onBothEngines('a subscription whose state does not allow an action', (service) => {
  const cases = Object.entries(REFUSED).flatMap(([action, symbols]) =>
    (Object.keys(STATES) as State[]).flatMap((state, place) =>
      symbols[place] ? [{ action, state, symbol: symbols[place] }] : [],
    ),
  );

  it.each(cases)('$action, $state: is refused and unchanged', async ({ action, state, symbol }) => {
    const shop = await openEndingShop(service());
    const uuid = await STATES[state](shop);
    const before = await shop.stored(uuid);
    const events = await shop.announced(async () => {
      const expected = symbol === 'not_in_trial' ? symbol : `subscription_${symbol}`;
      expect(await shop.refused(uuid, ...request(action))).toEqual([422, expected]);
    });
    expect(events).toEqual([]);
    expect(await shop.stored(uuid)).toEqual(before);
  });

  it('is not found where it is unknown', async () => {
    const shop = await openEndingShop(service());
    for (const action of Object.keys(REFUSED)) {
      expect([action, (await shop.act('f'.repeat(32), ...request(action))).status]).toEqual([action, 404]);
    }
  });
});
