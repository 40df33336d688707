import { integer, noted, onCreate, required } from './field.ts';
import { MOST_CYCLES } from './plan.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';
import type { Submitted } from './submitted.ts';
import { subscription } from './subscription.ts';

/** A pause of a subscription, by its length. */
export const subscriptionPause = resource(
  'subscription',
  {
    remaining_pause_cycles: noted(
      'Periods to skip. 0 drops a scheduled pause, and ends one that runs at the next bill date.',
      onCreate(required(integer(0, MOST_CYCLES))),
    ),
  },
  { about: (): Resource => subscription },
);

export type SubmittedPause = Submitted<Writable<typeof subscriptionPause>>;
