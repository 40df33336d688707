import type { Route } from '../http/router.ts';
import { stripeAccountRoutes } from './account.ts';
import { chargeRoutes } from './charges.ts';
import { customerRoutes } from './customers.ts';
import { disputeRoutes } from './disputes.ts';
import { fileRoutes } from './files.ts';
import { paymentIntentRoutes } from './payment-intents.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { payoutRoutes } from './payouts.ts';
import { stripeRefundRoutes } from './refunds.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { tokenRoutes } from './tokens.ts';
import { webhookRoutes } from './webhook-endpoints.ts';

/** Every route of the API that the simulator serves. */
export const API_ROUTES: readonly Route[] = [
  ...stripeAccountRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...stripeRefundRoutes,
  ...setupIntentRoutes,
  ...disputeRoutes,
  ...payoutRoutes,
  ...fileRoutes,
  ...tokenRoutes,
  ...webhookRoutes,
];
