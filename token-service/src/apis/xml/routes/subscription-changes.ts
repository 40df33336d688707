import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findCollectionParts } from '@service/billing/queries/invoices/invoices.ts';
import { addDetails } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { changedSubscription, subscriptionNotes } from '@service/billing/resources/changed-subscription.ts';
import { billedSubscription, previewedSubscription, subscription } from '@service/billing/resources/subscription.ts';
import { changeSubscription } from '@service/billing/usecases/subscriptions/change-subscription.ts';
import { previewChange } from '@service/billing/usecases/subscriptions/preview-change.ts';
import { updateSubscriptionNotes } from '@service/billing/usecases/subscriptions/update-subscription-notes.ts';
import { changePreview } from '../../../documents/xml/views/order.ts';
import { billedView, subscriptionView } from '../../../documents/xml/views/subscription.ts';
import { declinedAnswer } from '../declined.ts';
import type { ApiRequest, Endpoint, EndpointAnswer } from '../endpoint.ts';
import { namingAddOns } from './add-on-fields.ts';
import { shown } from './answers.ts';
import { submitted, toUpdate } from './submission.ts';

const ONE = '/v2/subscriptions/:subscription_uuid';
const changing = toUpdate(changedSubscription);
const noting = toUpdate(subscriptionNotes);

const named = ({ params }: ApiRequest): string => params.subscription_uuid ?? '';

/** Changes of subscriptions, their previews, and notes. */
export const subscriptionChangeRoutes = (deps: OrderDeps): Endpoint[] => {
  const detailed = addDetails(deps);
  const change = changeSubscription(deps);
  const preview = previewChange(deps);
  const collectionOf = findCollectionParts(deps);
  const updateNotes = updateSubscriptionNotes(deps);

  const asItIs = async ({ caller, version }: ApiRequest, record: ShownSubscription): Promise<EndpointAnswer> =>
    shown(subscription, subscriptionView(await detailed(caller, record), version));

  return [
    {
      name: 'update_subscription',
      method: 'PUT',
      path: ONE,
      body: changing,
      async handle(request) {
        const sent = submitted(request, changing);
        return namingAddOns(sent.value.subscription_add_ons, async () => {
          const changed = await change(request.caller, named(request), sent);
          if (changed.outcome === 'declined') return declinedAnswer(changed, request.words);
          const { caller, version, words } = request;
          const billed = changed.recorded && (await collectionOf(request, changed.recorded));
          const found = await detailed(caller, changed.subscription);
          return shown(billedSubscription, billedView(found, billed, version, words));
        });
      },
    },
    {
      name: 'preview_subscription_change',
      method: 'POST',
      path: `${ONE}/preview`,
      body: changing,
      async handle(request) {
        const { caller, version, words } = request;
        const sent = submitted(request, changing);
        return namingAddOns(sent.value.subscription_add_ons, async () => {
          const previewed = await preview(caller, named(request), sent);
          const record = await detailed(caller, previewed.subscription, previewed.addresses);
          return shown(previewedSubscription, changePreview(previewed, record, version, words));
        });
      },
    },
    {
      name: 'update_subscription_notes',
      method: 'PUT',
      path: `${ONE}/notes`,
      body: noting,
      handle: async (request) =>
        asItIs(request, await updateNotes(request.caller, named(request), submitted(request, noting))),
    },
  ];
};
