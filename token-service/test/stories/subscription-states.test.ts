import { beginPause } from '@service/billing/subscriptions/begin-pause.ts';
import { expire } from '@service/billing/subscriptions/expire.ts';
import { expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { pauseFor, price, subscribing, trialOf } from './subscribing.ts';

const STATES = ['future', 'active', 'trial', 'canceled', 'paused', 'expired'] as const;
type State = (typeof STATES)[number];

/** The symbol that refuses each action by state; null where the action is legal. */
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
  resume: ['not_paused', 'not_paused', 'not_paused', 'not_paused', null, 'not_paused'],
  convert_trial: ['not_in_trial', 'not_in_trial', null, 'not_in_trial', 'not_in_trial', 'not_in_trial'],
  postpone: ['not_postponable', null, null, 'not_postponable', 'not_postponable', 'expired'],
  pause: ['not_pausable', null, 'not_pausable', 'not_pausable', null, 'expired'],
  'pause 0': ['not_pausable', 'not_pausable', 'not_pausable', 'not_pausable', null, 'expired'],
} as const;

onBothEngines('a subscription whose state does not allow an action', (service) => {
  const shop = subscribing(service);

  const subscriptionIn: Readonly<Record<State, () => Promise<string>>> = {
    future: async () =>
      (await shop.subscribe(await shop.plan(), `<starts_at>${await shop.inDays(9)}</starts_at>`)).uuid,
    active: async () => (await shop.subscribe(await shop.plan())).uuid,
    trial: async () => (await shop.subscribe(await shop.plan(`${price(3000)}${trialOf(14)}`))).uuid,
    async canceled() {
      const uuid = await subscriptionIn.active();
      await shop.done(uuid, 'cancel');
      return uuid;
    },
    async paused() {
      const uuid = await subscriptionIn.active();
      await shop.done(uuid, 'pause', pauseFor(2));
      await shop.put(uuid, (record) => beginPause(record, record.current_period_ends_at ?? 0).subscription!);
      return uuid;
    },
    async expired() {
      // Beside a live one: without any, a cancellation is refused as a failed precondition.
      const account_code = fresh('beside');
      const gold = await shop.plan();
      await shop.subscribe(gold, '', account_code);
      const { uuid } = await shop.subscribe(gold, '<bulk>true</bulk>', account_code);
      const at = Date.parse(await shop.now()) / 1000;
      await shop.put(uuid, (record) => expire(record, at).subscription!);
      return uuid;
    },
  };
  const request = async (action: string): Promise<readonly [path: string, body?: string]> => {
    if (action === 'postpone') return [`postpone?next_bill_date=${await shop.inDays(40)}`];
    if (action.startsWith('pause')) return ['pause', pauseFor(action === 'pause' ? 2 : 0)];
    return [action];
  };
  const cases = Object.entries(REFUSED).flatMap(([action, symbols]) =>
    STATES.flatMap((state, place) => (symbols[place] ? [{ action, state, symbol: symbols[place] }] : [])),
  );

  it.each(cases)('$action, $state: is refused and unchanged', async ({ action, state, symbol }) => {
    const uuid = await subscriptionIn[state]();
    const before = await shop.stored(uuid);
    const events = await shop.eventsOf(async () => {
      const answer = await shop.act(uuid, ...(await request(action)));
      expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([
        422,
        symbol === 'not_in_trial' ? symbol : `subscription_${symbol}`,
      ]);
    });
    expect(events).toEqual([]);
    expect(await shop.stored(uuid)).toEqual(before);
  });

  it.each(Object.keys(REFUSED))('%s: an unknown subscription is not found', async (action) => {
    expect((await shop.act('f'.repeat(32), ...(await request(action)))).status).toBe(404);
  });
});
