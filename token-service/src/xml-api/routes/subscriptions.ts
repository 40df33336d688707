import { notFound } from '@service/billing/failure.ts';
import type { Storage } from '@service/billing/ports/records.ts';
import type { ShownSubscription, SubscriptionFilter } from '@service/billing/ports/selling.ts';
import type { World } from '@service/billing/ports/world.ts';
import { subscription } from '@service/billing/resources/subscription.ts';
import { atLeast } from '@service/billing/resources/version.ts';
import { needAccount } from '@service/billing/rules/account.ts';
import { needInvoice } from '@service/billing/rules/invoice.ts';
import { needSubscription } from '@service/billing/rules/subscription.ts';
import { siteTime } from '@service/billing/site.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { subscriptionViews } from '../views/subscription.ts';
import { shown } from './answers.ts';
import { chosen } from './chosen.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

/** What accounts pay for period after period (reference "endpoints", Subscriptions). */
export const subscriptionRoutes = ({ storage }: Pick<Deps, 'storage'>): Endpoint[] => [
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
