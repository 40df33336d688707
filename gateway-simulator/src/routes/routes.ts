import type { Route } from '../http/router.ts';
import { accountRoutes } from './account.ts';
import { chargeRoutes } from './charges.ts';
import { customerRoutes } from './customers.ts';
import { disputeRoutes } from './disputes.ts';
import { paymentIntentRoutes } from './payment-intents.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { refundRoutes } from './refunds.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { tokenRoutes } from './tokens.ts';
import { webhookRoutes } from './webhook-endpoints.ts';

/** Every route of the API that the simulator serves. */
export const API_ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...disputeRoutes,
  ...tokenRoutes,
  ...webhookRoutes,
];
