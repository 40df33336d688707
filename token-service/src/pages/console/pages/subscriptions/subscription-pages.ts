import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { ConsoleRoute } from '../../route.ts';
import { type CancelDeps, cancelRoutes } from './cancel.ts';
import { changeRoutes } from './change.ts';
import { smallActionRoutes } from './small-actions.ts';
import { subscriptionList } from './subscription-list.ts';
import { subscriptionPage } from './subscription-page.ts';

/** One subscription, and what can be done with it. */
export const subscriptionPages = (deps: OrderDeps & CancelDeps): readonly ConsoleRoute[] => [
  subscriptionList(deps),
  subscriptionPage(deps),
  ...changeRoutes(deps),
  ...cancelRoutes(deps),
  ...smallActionRoutes(deps),
];
