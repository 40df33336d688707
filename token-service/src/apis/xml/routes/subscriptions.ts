import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { SubscriptionRequest } from '@service/billing/engine/orders/reading/read-subscription.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { SubscriptionFilter } from '@service/billing/ports/subscriptions.ts';
import { findAccount, findShippingAddress } from '@service/billing/queries/accounts/accounts.ts';
import { findCollectionParts, findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findTransaction } from '@service/billing/queries/payments/transactions.ts';
import {
  addDetails,
  findSubscription,
  listSubscriptions,
} from '@service/billing/queries/subscriptions/subscriptions.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import {
  billedSubscription,
  previewedSubscription,
  type SubscriptionInput,
  subscription,
} from '@service/billing/resources/subscription.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import { createSubscription } from '@service/billing/usecases/subscriptions/create-subscription.ts';
import { previewSubscription } from '@service/billing/usecases/subscriptions/preview-subscription.ts';
import { addedSubscription, subscriptionPreview } from '../../../documents/xml/views/order.ts';
import { billedView, subscriptionView } from '../../../documents/xml/views/subscription.ts';
import { declinedAnswer } from '../declined.ts';
import type { ApiRequest, Endpoint, EndpointAnswer, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { namingAddOns } from './add-on-fields.ts';
import { created, shown } from './answers.ts';
import { withBuyer } from './buyer.ts';
import { chosen, flagIn } from './chosen.ts';
import { ownAccount } from './own-account.ts';
import { submitted, toCreate } from './submission.ts';

const body = toCreate(subscription);

/** Subscriptions: created, previewed and read. */
export const subscriptionRoutes = (deps: OrderDeps): Endpoint[] => {
  const account = findAccount(deps);
  const find = findSubscription(deps);
  const detailed = addDetails(deps);
  const create = createSubscription(deps);
  const preview = previewSubscription(deps);
  const collectionOf = findCollectionParts(deps);

  const selling = (
    request: ApiRequest,
    use: (requested: SubscriptionRequest) => Promise<EndpointAnswer>,
  ): Promise<EndpointAnswer> => {
    const { value, issues } = submitted(request, body);
    const { account: sent, billing_info, ...rest } = withCycles(value as SentSubscription, request.version);
    const account = billing_info && !sent?.billing_info ? { ...sent, billing_info } : sent;
    const own = ownAccount(request, 'subscription', account, issues);
    return namingAddOns(rest.subscription_add_ons, () =>
      withBuyer(deps.vault, request, 'subscription', own.account, own.issues, (buyer) =>
        use({ subscription: rest, ...buyer }),
      ),
    );
  };
  const creating = (request: ApiRequest): Promise<EndpointAnswer> =>
    selling(request, async (requested) => {
      const { caller, version, words } = request;
      const placed = await create(caller, requested);
      if (placed.outcome === 'declined') return declinedAnswer(placed, words);
      const found = await find(caller, placed.recorded.subscriptions[0] ?? '');
      const billed = await collectionOf(request, placed.recorded);
      return created(billedSubscription, billedView(found, billed, version, words));
    });

  return [
    {
      name: 'create_subscription',
      method: 'POST',
      path: '/v2/subscriptions',
      body,
      handle: creating,
    },
    {
      name: 'create_account_subscription',
      method: 'POST',
      path: '/v2/accounts/:account_code/subscriptions',
      body,
      async handle(request) {
        await account(request.caller, request.params.account_code ?? '');
        return creating(request);
      },
    },
    {
      name: 'preview_subscription',
      method: 'POST',
      path: '/v2/subscriptions/preview',
      body,
      handle: (request) =>
        selling(request, async (requested) => {
          const draft = await preview(request.caller, requested);
          const added = addedSubscription(draft);
          const record = added && (await detailed(request.caller, added, draft.addresses));
          return shown(previewedSubscription, subscriptionPreview(draft, record, request.version, request.words));
        }),
    },
    {
      name: 'subscription',
      method: 'GET',
      path: '/v2/subscriptions/:subscription_uuid',
      handle: async ({ caller, params, version }) =>
        shown(subscription, subscriptionView(await find(caller, params.subscription_uuid ?? ''), version)),
    },
  ];
};

/** Before 2.6, nil billing cycles are those of the plan. */
const withCycles = ({ total_billing_cycles, ...rest }: SentSubscription, version: Version): SentSubscription =>
  total_billing_cycles === undefined || (total_billing_cycles === null && !atLeast(version, '2.6'))
    ? rest
    : { ...rest, total_billing_cycles };

/** The account or the subscription carries the billing info. */
type SentSubscription = Omit<SubscriptionInput, 'account' | 'billing_info'> & {
  readonly account?: AccountInput | null;
  readonly billing_info?: AccountInput['billing_info'];
};

const STATES = ['active', 'canceled', 'expired', 'future', 'in_trial', 'live', 'past_due', 'paused'] as const;
/** Its look-up reads every subscription of a site, so that it is for occasional use. */
const giftIn = ({ query, version }: ApiRequest): Pick<SubscriptionFilter, 'started_with_gift'> => {
  const started_with_gift = atLeast(version, '2.9') ? flagIn(query, 'started_with_gift') : undefined;
  return started_with_gift === undefined ? {} : { started_with_gift };
};

const BEFORE_PAUSES = STATES.filter((state) => state !== 'paused');

const stateIn = ({ query, version }: ApiRequest): Pick<SubscriptionFilter, 'state'> =>
  chosen(query, 'state', atLeast(version, '2.11') ? STATES : BEFORE_PAUSES);

export const subscriptionLists = (deps: QueryDeps): ListEndpoint<SubscriptionFilter>[] => {
  const account = findAccount(deps);
  const shippingAddress = findShippingAddress(deps);
  const invoice = findInvoice(deps);
  const transaction = findTransaction(deps);
  const listing: Pick<ListEndpoint<SubscriptionFilter>, 'resource' | 'list' | 'count' | 'idOf'> = {
    resource: subscription,
    ...listed(listSubscriptions(deps), (record, { version }) => subscriptionView(record, version)),
    idOf: (record) => (record as ShownSubscription).uuid,
  };

  return [
    {
      ...listing,
      name: 'subscriptions',
      path: '/v2/subscriptions',
      filters: ['state', 'started_with_gift'],
      filter: async (request) => ({ ...stateIn(request), ...giftIn(request), at: request.caller.at }),
    },
    {
      ...listing,
      name: 'account_subscriptions',
      path: '/v2/accounts/:account_code/subscriptions',
      filters: ['state', 'started_with_gift'],
      async filter(request) {
        const { id } = await account(request.caller, request.params.account_code ?? '');
        return { state: 'live', ...stateIn(request), ...giftIn(request), account_id: id, at: request.caller.at };
      },
    },
    {
      ...listing,
      name: 'shipping_address_subscriptions',
      path: '/v2/accounts/:account_code/shipping_addresses/:id/subscriptions',
      filters: ['state'],
      async filter(request) {
        const { caller, params } = request;
        const { key, account_id } = await shippingAddress(caller, params.account_code ?? '', params.id ?? '');
        return { ...stateIn(request), account_id, shipping_address_key: key, at: caller.at };
      },
    },
    {
      ...listing,
      name: 'invoice_subscriptions',
      path: '/v2/invoices/:invoice_number/subscriptions',
      since: '2.8',
      async filter({ caller, params }) {
        const { uuid } = await invoice(caller, params.invoice_number ?? '');
        return { invoice_id: uuid, at: caller.at };
      },
    },
    {
      ...listing,
      name: 'transaction_subscriptions',
      path: '/v2/transactions/:uuid/subscriptions',
      since: '2.8',
      async filter({ caller, params }) {
        const { invoice_id } = await transaction(caller, params.uuid ?? '');
        // A payment without an invoice has no subscriptions, and no invoice has this id.
        return { invoice_id: invoice_id ?? '', at: caller.at };
      },
    },
  ];
};
