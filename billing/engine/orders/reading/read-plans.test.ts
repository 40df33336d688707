import { expect, test } from 'vitest';
import type { Records } from '../../../ports/storage.ts';
import type { Site } from '../../../resources/site.ts';
import { LOOK_UPS_PER_TURN } from '../../../values/steps.ts';
import { findPlans } from './read-plans.ts';

/** Returns the most look-ups between two turns, and the problems, of subscriptions to what no catalogue has. */
const GOLD = { id: 'gold', pricing_model: 'fixed', unit_amount_in_cents: { USD: 1 }, ramp_intervals: [] };

const lookedUp = async (plans: number, addOns: number) => {
  const stretches = [0];
  const look = async (found?: object) => {
    stretches[stretches.length - 1]! += 1;
    return found;
  };
  const records = {
    plans: {
      find: (code: string) => look(code === 'gold' ? GOLD : undefined),
    },
    addOns: { find: () => look() },
  };
  const turn = async () => void stretches.push(0);
  const catalogue = { ids: { uuid: () => 'new' }, turn, site: {} as Site, at: 0, currency: 'USD', path: 'purchase' };
  const requested = Array.from({ length: plans }, (_, at) => ({
    path: `purchase.subscriptions[${at}]`,
    plan_code: addOns > 0 ? 'gold' : `plan-${at}`,
    subscription_add_ons: Array.from({ length: addOns }, (_, n) => ({ add_on_code: `add-on-${n}` })),
  }));
  const { issues } = await findPlans(records as unknown as Records, catalogue, requested);
  return { most: Math.max(...stretches), turns: stretches.length - 1, issues: issues.length };
};

test('thousands of plans are looked up in many turns of the event loop', async () => {
  expect(await lookedUp(5_000, 0)).toEqual({ most: LOOK_UPS_PER_TURN, turns: 100, issues: 5_000 });
});

test('so are add-ons, of one subscription or of many', async () => {
  // 5,001 look-ups, of the plan and its add-ons, and 5,000, of each plan and its add-on.
  expect(await lookedUp(1, 5_000)).toEqual({ most: LOOK_UPS_PER_TURN, turns: 100, issues: 5_000 });
  expect(await lookedUp(2_500, 1)).toEqual({ most: LOOK_UPS_PER_TURN, turns: 100, issues: 2_500 });
});
