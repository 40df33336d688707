import type { TransitionDeps } from '../subscriptions/carry-out-transition.ts';
import { abandonedIntents } from './kinds/abandoned-intents.ts';
import { cardReminders } from './kinds/card-reminders.ts';
import { collectInvoices } from './kinds/collect-invoices.ts';
import { dunningSteps } from './kinds/dunning-steps.ts';
import { gatewayNotifications } from './kinds/gateway-notifications.ts';
import { gatewayOperations } from './kinds/gateway-operations.ts';
import { gatewayOutages } from './kinds/gateway-outages.ts';
import { giftCardDeliveries } from './kinds/gift-card-deliveries.ts';
import type { DueKind } from './kinds/kind.ts';
import { overdueInvoices } from './kinds/overdue-invoices.ts';
import { paymentActions } from './kinds/payment-actions.ts';
import { renewalReminders, trialReminders } from './kinds/renewal-reminders.ts';
import { settlePayments } from './kinds/settle-payments.ts';
import { subscriptionBoundaries } from './kinds/subscription-boundaries.ts';

import { unansweredCollections } from './kinds/unanswered-collections.ts';

/** The registry of due work. Of items that are due at the same moment, those of an earlier entry run first. */
export const dueKinds = (deps: TransitionDeps): readonly DueKind[] => [
  abandonedIntents(deps),
  // Before what a bank or a card network may have changed: a returned debit, an updated card.
  gatewayNotifications(deps),
  paymentActions(deps),
  settlePayments(deps),
  overdueInvoices(deps),
  unansweredCollections(deps),
  gatewayOutages(deps),
  collectInvoices(deps),
  // Before boundaries: a subscription whose dunning ends is not renewed at the same moment.
  dunningSteps(deps),
  subscriptionBoundaries(deps),
  giftCardDeliveries(deps),
  trialReminders(deps),
  renewalReminders(deps),
  cardReminders(deps),
  gatewayOperations(deps),
];
