import type Stripe from 'stripe';
import type { CardBehaviour } from '../../cards/behaviour.ts';
import type { World } from '../../world/world.ts';

export const followDisputes = (_world: World, _charge: Stripe.Charge, _behaviour: CardBehaviour): void => {};
export const disputeDebit = (_world: World, _charge: Stripe.Charge): void => {};
