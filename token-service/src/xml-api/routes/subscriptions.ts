import type { SubscriptionRequest } from '@service/billing/engine/orders/read-subscription.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { type Issue, notFound } from '@service/billing/failure.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { SubscriptionFilter } from '@service/billing/ports/subscriptions.ts';
import type { World } from '@service/billing/ports/world.ts';
import { needAccount } from '@service/billing/queries/accounts/need-account.ts';
import { needShippingAddress } from '@service/billing/queries/accounts/need-shipping-address.ts';
import { needInvoice } from '@service/billing/queries/invoices/need-invoice.ts';
import { needSubscription } from '@service/billing/queries/subscriptions/need-subscription.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import { previewedSubscription, subscription } from '@service/billing/resources/subscription.ts';
import { atLeast } from '@service/billing/resources/version.ts';
import { siteTime } from '@service/billing/site.ts';
import type { ShownSubscription } from '@service/billing/subscriptions/record.ts';
import { createSubscription } from '@service/billing/usecases/subscriptions/create-subscription.ts';
import { previewSubscription } from '@service/billing/usecases/subscriptions/preview-subscription.ts';
import { subscriptionPreview } from '../../xml/views/order.ts';
import { subscriptionViews } from '../../xml/views/subscription.ts';
import type { Answer, ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { namingAddOns } from './add-on-fields.ts';
import { created, shown } from './answers.ts';
import { withBuyer } from './buyer.ts';
import { chosen } from './chosen.ts';
import { declined } from './declined.ts';
import { submitted, toCreate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

const body = toCreate(subscription);

/** Subscriptions: created, previewed and read. */
export const subscriptionRoutes = (deps: OrderDeps): Endpoint[] => {
  const { storage } = deps;
  const create = createSubscription(deps);
  const preview = previewSubscription(deps);

  const selling = (request: ApiRequest, use: (requested: SubscriptionRequest) => Promise<Answer>): Promise<Answer> => {
    const { value, issues } = submitted(request, body);
    const { account, ...rest } = value;
    return namingAddOns(rest.subscription_add_ons, () =>
      withBuyer(
        deps.vault,
        request,
        'subscription',
        ownAccount(request, account),
        ownIssues(request, account, issues),
        (buyer) => use({ subscription: rest, ...buyer }),
      ),
    );
  };
  const creating = (request: ApiRequest): Promise<Answer> =>
    selling(request, async (requested) => {
      const { caller, version, words } = request;
      const placed = await create(caller, requested);
      if (placed.outcome === 'declined') return declined(placed, words);
      const records = storage.of(caller.site.id);
      const found = await needSubscription(records, placed.recorded.subscriptions[0] ?? '');
      const [view] = await subscriptionViews(records, [found], version);
      return created(subscription, view!);
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
        await needAccount(storage.of(request.caller.site.id), request.params.account_code ?? '');
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
          return shown(previewedSubscription, subscriptionPreview(draft, request.version, request.words));
        }),
    },
    {
      name: 'subscription',
      method: 'GET',
      path: '/v2/subscriptions/:subscription_uuid',
      async handle({ caller, params, version }) {
        const records = storage.of(caller.site.id);
        const found = await needSubscription(records, params.subscription_uuid ?? '');
        const [view] = await subscriptionViews(records, [found], version);
        return shown(subscription, view!);
      },
    },
  ];
};

/** Under an account's address the account is that one; a body may repeat it, and name no other. */
const ownAccount = ({ params }: ApiRequest, sent: AccountInput | null | undefined): AccountInput | null | undefined =>
  params.account_code === undefined ? sent : { ...sent, account_code: params.account_code };

const ownIssues = (
  { params: { account_code } }: ApiRequest,
  sent: AccountInput | null | undefined,
  issues: readonly Issue[],
): readonly Issue[] => {
  if (account_code === undefined) return issues;
  const isOther = sent?.account_code && sent.account_code !== account_code;
  return [
    ...issues.filter(({ field }) => field !== 'subscription.account'),
    ...(isOther ? [{ field: 'subscription.account.account_code', symbol: 'immutable' } as const] : []),
  ];
};

const STATES = ['active', 'canceled', 'expired', 'future', 'in_trial', 'live', 'past_due', 'paused'] as const;
const BEFORE_PAUSES = STATES.filter((state) => state !== 'paused');

const stateIn = ({ query, version }: ApiRequest): Pick<SubscriptionFilter, 'state'> =>
  chosen(query, 'state', atLeast(version, '2.11') ? STATES : BEFORE_PAUSES);

export const subscriptionLists = ({ storage, world }: Deps): ListEndpoint<SubscriptionFilter>[] => {
  const listing: Pick<ListEndpoint<SubscriptionFilter>, 'resource' | 'list' | 'count' | 'idOf'> = {
    resource: subscription,
    async list({ caller, version }, query) {
      const records = storage.of(caller.site.id);
      const page = await records.subscriptions.list(query);
      return { records: await subscriptionViews(records, page.records, version), more: page.more };
    },
    count: ({ caller }, query) => storage.of(caller.site.id).subscriptions.count(query),
    idOf: (record) => (record as ShownSubscription).uuid,
  };
  const now = ({ caller }: ApiRequest) => siteTime(caller.site, world.clock);

  return [
    {
      ...listing,
      name: 'subscriptions',
      path: '/v2/subscriptions',
      filters: ['state'],
      filter: async (request) => ({ ...stateIn(request), now: now(request) }),
    },
    {
      ...listing,
      name: 'account_subscriptions',
      path: '/v2/accounts/:account_code/subscriptions',
      filters: ['state'],
      async filter(request) {
        const account = await needAccount(storage.of(request.caller.site.id), request.params.account_code ?? '');
        return { state: 'live', ...stateIn(request), account_id: account.id, now: now(request) };
      },
    },
    {
      ...listing,
      name: 'shipping_address_subscriptions',
      path: '/v2/accounts/:account_code/shipping_addresses/:id/subscriptions',
      filters: ['state'],
      async filter(request) {
        const { caller, params } = request;
        const records = storage.of(caller.site.id);
        const { key, account_id } = await needShippingAddress(records, params.account_code ?? '', params.id ?? '');
        return { ...stateIn(request), account_id, shipping_address_key: key, now: now(request) };
      },
    },
    {
      ...listing,
      name: 'invoice_subscriptions',
      path: '/v2/invoices/:invoice_number/subscriptions',
      since: '2.8',
      async filter(request) {
        const { caller, params } = request;
        const invoice = await needInvoice(storage.of(caller.site.id), params.invoice_number ?? '');
        return { invoice_id: invoice.uuid, now: now(request) };
      },
    },
    {
      ...listing,
      name: 'transaction_subscriptions',
      path: '/v2/transactions/:uuid/subscriptions',
      since: '2.8',
      async filter(request) {
        const sent = request.params.uuid ?? '';
        const { transactions } = storage.of(request.caller.site.id);
        const found = await transactions.find(sent.replaceAll('-', '').toLowerCase());
        if (!found) throw notFound('Transaction', 'uuid', sent);
        // A payment without an invoice has no subscriptions, and no invoice has this id.
        return { invoice_id: found.invoice_id ?? '', now: now(request) };
      },
    },
  ];
};
