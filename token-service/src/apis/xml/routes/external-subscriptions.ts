import type {
  ExternalInvoiceRecord,
  ExternalPhaseRecord,
  ExternalSubscriptionRecord,
} from '@service/billing/domain/external/record.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import {
  findExternalInvoice,
  findExternalPhase,
  findExternalSubscription,
  listExternalInvoices,
  listExternalPhases,
  listExternalSubscriptions,
} from '@service/billing/queries/catalogue/external.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import {
  externalInvoice,
  externalPaymentPhase,
  externalSubscription,
} from '@service/billing/resources/external-subscription.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';

const SUBSCRIPTIONS = '/v2/external_subscriptions';
const ONE = `${SUBSCRIPTIONS}/:external_subscription_id`;
const INVOICES = '/v2/external_invoices';
const ACCOUNT = '/v2/accounts/:account_code';
const since = '2.29';

const subscriptionId = ({ params }: ApiRequest): string => params.external_subscription_id ?? '';
const phaseId = ({ params }: ApiRequest): string => params.external_payment_phase_id ?? '';

/** The lines of an invoice have its account, its currency and its moments. */
const invoiceView = (invoice: ExternalInvoiceRecord) => ({
  ...invoice,
  line_items: invoice.line_items.map((line) => ({
    ...line,
    currency: invoice.currency,
    account_code: invoice.account_code,
    invoice_id: invoice.id,
    created_at: invoice.created_at,
    updated_at: invoice.updated_at,
  })),
});

/** Subscriptions of customers at app stores, with what they paid there. */
export const externalSubscriptionRoutes = (deps: QueryDeps): Endpoint[] => {
  const find = findExternalSubscription(deps);
  const findInvoice = findExternalInvoice(deps);
  const findPhase = findExternalPhase(deps);
  return [
    {
      name: 'external_subscription',
      method: 'GET',
      path: ONE,
      since,
      handle: async (request) => shown(externalSubscription, await find(request.caller, subscriptionId(request))),
    },
    {
      name: 'external_payment_phase_of_subscription',
      method: 'GET',
      path: `${ONE}/external_payment_phases/:external_payment_phase_id`,
      since,
      handle: async (request) =>
        shown(externalPaymentPhase, await findPhase(request.caller, phaseId(request), subscriptionId(request))),
    },
    {
      name: 'external_payment_phase',
      method: 'GET',
      path: '/v2/external_payment_phases/:external_payment_phase_id',
      since,
      handle: async (request) => shown(externalPaymentPhase, await findPhase(request.caller, phaseId(request))),
    },
    {
      name: 'external_invoice',
      method: 'GET',
      path: `${INVOICES}/:external_invoice_id`,
      since,
      handle: async (request) =>
        shown(
          externalInvoice,
          invoiceView(await findInvoice(request.caller, request.params.external_invoice_id ?? '')),
        ),
    },
  ];
};

export const externalSubscriptionLists = (deps: QueryDeps): ListEndpoint[] => {
  const account = findAccount(deps);
  const find = findExternalSubscription(deps);
  const ofAccount = async ({ caller, params }: ApiRequest) => {
    const { id: account_id } = await account(caller, params.account_code ?? '');
    return { account_id };
  };
  const ofSubscription = async (request: ApiRequest) => {
    const { key: subscription_key } = await find(request.caller, subscriptionId(request));
    return { subscription_key };
  };
  const subscriptions = {
    since,
    resource: externalSubscription,
    ...listed(listExternalSubscriptions(deps)),
    idOf: (record: object) => (record as ExternalSubscriptionRecord).key,
  } as const;
  const invoices = {
    since,
    resource: externalInvoice,
    ...listed(listExternalInvoices(deps), invoiceView),
    idOf: (record: object) => (record as ExternalInvoiceRecord).key,
  } as const;
  return [
    { ...subscriptions, name: 'external_subscriptions', path: SUBSCRIPTIONS, filter: async () => ({}) },
    {
      ...subscriptions,
      name: 'account_external_subscriptions',
      path: `${ACCOUNT}/external_subscriptions`,
      filter: ofAccount,
    },
    { ...invoices, name: 'external_invoices', path: INVOICES, filter: async () => ({}) },
    { ...invoices, name: 'account_external_invoices', path: `${ACCOUNT}/external_invoices`, filter: ofAccount },
    {
      ...invoices,
      name: 'external_subscription_invoices',
      path: `${ONE}/external_invoices`,
      filter: ofSubscription,
    },
    {
      name: 'external_payment_phases',
      path: `${ONE}/external_payment_phases`,
      since,
      resource: externalPaymentPhase,
      filter: ofSubscription,
      ...listed(listExternalPhases(deps)),
      idOf: (record: object) => (record as ExternalPhaseRecord).key,
    },
  ] as ListEndpoint[];
};
