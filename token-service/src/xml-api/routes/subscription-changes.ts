import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { subscriptionNotes } from '@service/billing/resources/changed-subscription.ts';
import { subscription } from '@service/billing/resources/subscription.ts';
import type { ShownSubscription } from '@service/billing/subscriptions/record.ts';
import { updateSubscriptionNotes } from '@service/billing/usecases/subscriptions/update-subscription-notes.ts';
import { subscriptionViews } from '../../xml/views/subscription.ts';
import type { Answer, ApiRequest, Endpoint } from '../endpoint.ts';
import { shown } from './answers.ts';
import { submitted, toUpdate } from './submission.ts';

const ONE = '/v2/subscriptions/:subscription_uuid';
const noting = toUpdate(subscriptionNotes);

/** Changes of subscriptions, and of their notes. */
export const subscriptionChangeRoutes = (deps: OrderDeps): Endpoint[] => {
  const updateNotes = updateSubscriptionNotes(deps);

  const asItIs = async ({ caller, version }: ApiRequest, record: ShownSubscription): Promise<Answer> => {
    const [view] = await subscriptionViews(deps.storage.of(caller.site.id), [record], version);
    return shown(subscription, view!);
  };

  return [
    {
      name: 'update_subscription_notes',
      method: 'PUT',
      path: `${ONE}/notes`,
      body: noting,
      async handle(request) {
        const sent = submitted(request, noting);
        return asItIs(request, await updateNotes(request.caller, request.params.subscription_uuid ?? '', sent));
      },
    },
  ];
};
