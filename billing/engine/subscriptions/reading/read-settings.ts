import { payerIdOf } from '../../../domain/accounts/account.ts';
import type { AccountRecord, ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import { tooManyAddresses } from '../../../domain/accounts/shipping-address.ts';
import { mergedCustomFields } from '../../../domain/custom-fields/definition.ts';
import { termsIssues } from '../../../domain/invoices/terms.ts';
import { inTrial, intervalOfSubscription } from '../../../domain/subscriptions/periods.ts';
import type { ShownSubscription } from '../../../domain/subscriptions/record.ts';
import type { SubscriptionSettings } from '../../../domain/subscriptions/request-change.ts';
import { termEnd } from '../../../domain/subscriptions/term.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { addressCount } from '../../../queries/accounts/accounts.ts';
import { sentCustomFieldIssues } from '../../../queries/settings/custom-fields.ts';
import type { ChangedSubscriptionInput } from '../../../resources/changed-subscription.ts';
import type { Issue } from '../../../values/failure.ts';
import { mostIntervals } from '../../../values/periods/interval.ts';
import type { Seconds } from '../../../values/time.ts';
import { shippingReader } from '../../orders/reading/read-shipping.ts';
import { methodIssues } from '../../recording/methods/paying-method.ts';

const PATH = 'subscription';

export interface ReadSettings {
  /** The settings in the request. */
  readonly settings: Partial<SubscriptionSettings>;
  /** A new shipping address, which the change adds to the account. Its number is assigned when it is recorded. */
  readonly addresses: readonly ShippingAddressRecord[];
  readonly issues: readonly Issue[];
}

/** Reads the settings in a request that change at once, whatever its timeframe. */
export const readSettings = async (
  { world }: { readonly world: Pick<World, 'ids'> },
  caller: Caller,
  records: Records,
  subscription: ShownSubscription,
  sent: ChangedSubscriptionInput,
): Promise<ReadSettings> => {
  const account = await records.accounts.find(subscription.account_code);
  const shipping = await readShipping(world, caller, records, account, subscription, sent);
  const terms = readTerms(subscription, sent);
  const term = readTerm(subscription, sent);
  const fields = await customFieldsOf(caller, records, subscription, sent);
  const issues = [
    ...changedTermsIssues(caller, subscription, terms),
    ...fields.issues,
    ...trialIssues(subscription, sent, caller.at),
    ...term.issues,
    ...(await methodIssues(records, {
      accountId: account && payerIdOf(account),
      field: `${PATH}.billing_info_uuid`,
      named: sent.billing_info_uuid,
      currency: subscription.currency,
    })),
    ...shipping.issues,
  ];
  const { auto_renew, renewal_billing_cycles, imported_trial } = sent;
  const settings: Partial<SubscriptionSettings> = {
    ...terms,
    ...(auto_renew === undefined ? {} : { auto_renew: auto_renew ?? true }),
    ...(renewal_billing_cycles === undefined
      ? {}
      : { renewal_billing_cycles: renewal_billing_cycles ?? subscription.total_billing_cycles }),
    ...(imported_trial === undefined ? {} : { imported_trial: imported_trial ?? false }),
    ...(sent.gateway_code === undefined ? {} : { gateway_code: sent.gateway_code || null }),
    ...(terms.collection_method === 'manual'
      ? { billing_info_uuid: null }
      : sent.billing_info_uuid === undefined
        ? {}
        : { billing_info_uuid: sent.billing_info_uuid || null }),
    ...term.settings,
    ...readTexts(sent),
    ...fields.settings,
    ...shipping.settings,
  };
  return { settings, addresses: shipping.addresses, issues };
};

type Texts = Pick<SubscriptionSettings, 'terms_and_conditions' | 'customer_notes' | 'vat_reverse_charge_notes'>;

/** Returns the texts in a request. Nil: invoices use the texts of the site. */
export const readTexts = (sent: { readonly [K in keyof Texts]?: Texts[K] | undefined }): Partial<Texts> =>
  Object.fromEntries(
    (['terms_and_conditions', 'customer_notes', 'vat_reverse_charge_notes'] as const).flatMap((name) =>
      sent[name] === undefined ? [] : [[name, sent[name]]],
    ),
  );

/** Returns the custom fields after a request that sets some of them, and its problems. */
export const customFieldsOf = async (
  { site }: Pick<Caller, 'site'>,
  records: Pick<Records, 'customFields'>,
  { custom_fields }: Pick<ShownSubscription, 'custom_fields'>,
  sent: Pick<ChangedSubscriptionInput, 'custom_fields'>,
): Promise<Pick<ReadSettings, 'settings' | 'issues'>> => ({
  settings: sent.custom_fields ? { custom_fields: mergedCustomFields(custom_fields, sent.custom_fields) } : {},
  issues: await sentCustomFieldIssues(
    records,
    site,
    { relatedType: 'subscription', path: PATH },
    sent.custom_fields,
    custom_fields,
  ),
});

/**
 * A different number of remaining cycles moves the end of the term; for a paused subscription it is computed on
 * resumption.
 */
const readTerm = (
  subscription: ShownSubscription,
  { remaining_billing_cycles: cycles }: ChangedSubscriptionInput,
): Pick<ReadSettings, 'settings' | 'issues'> => {
  const { current_period_ends_at, current_term_ends_at, remaining_billing_cycles, state } = subscription;
  if (typeof cycles !== 'number' || cycles === remaining_billing_cycles) return { settings: {}, issues: [] };
  if (current_period_ends_at === null || state === 'paused')
    return { settings: { remaining_billing_cycles: cycles }, issues: [] };
  const most = mostIntervals(current_period_ends_at, intervalOfSubscription(subscription));
  if (cycles > most) {
    const field = `${PATH}.remaining_billing_cycles`;
    return { settings: {}, issues: [{ field, symbol: 'less_than_or_equal_to', count: most }] };
  }
  const changed = { ...subscription, remaining_billing_cycles: cycles };
  return {
    settings: {
      remaining_billing_cycles: cycles,
      current_term_ends_at: current_term_ends_at === null ? null : termEnd(changed),
    },
    issues: [],
  };
};

type PaymentTerms = Pick<SubscriptionSettings, 'collection_method' | 'net_terms' | 'net_terms_type' | 'po_number'>;

/** Invoices that are collected automatically are due at once. */
const readTerms = (subscription: ShownSubscription, sent: ChangedSubscriptionInput): PaymentTerms => {
  const collection_method =
    sent.collection_method === undefined ? subscription.collection_method : (sent.collection_method ?? 'automatic');
  const net_terms = sent.net_terms === undefined ? subscription.net_terms : (sent.net_terms ?? 0);
  const net_terms_type = sent.net_terms_type ?? subscription.net_terms_type;
  return {
    collection_method,
    net_terms: collection_method === 'manual' ? net_terms : 0,
    net_terms_type: collection_method === 'manual' ? net_terms_type : 'net',
    po_number: sent.po_number === undefined ? subscription.po_number : sent.po_number || null,
  };
};

/** A value that the subscription already has is accepted, even if the site no longer allows it. */
const changedTermsIssues = ({ site }: Caller, before: ShownSubscription, after: PaymentTerms): Issue[] =>
  termsIssues(site, PATH, {
    collection_method: after.collection_method === before.collection_method ? null : after.collection_method,
    po_number: after.po_number === before.po_number ? null : after.po_number,
  });

const trialIssues = (
  subscription: ShownSubscription,
  { imported_trial }: ChangedSubscriptionInput,
  at: Seconds,
): Issue[] => {
  const changes = imported_trial !== undefined && (imported_trial ?? false) !== subscription.imported_trial;
  return changes && !inTrial(subscription, at)
    ? [{ field: `${PATH}.imported_trial`, symbol: 'invalid', reason: 'not_in_a_trial' }]
    : [];
};

const readShipping = async (
  world: Pick<World, 'ids'>,
  { at }: Caller,
  records: Records,
  account: AccountRecord | undefined,
  { account_id }: ShownSubscription,
  sent: ChangedSubscriptionInput,
): Promise<ReadSettings> => {
  const reader = shippingReader(records, world, at, account_id, account);
  const address = await reader.address(sent, PATH);
  const added = reader.added.length;
  const held = added > 0 ? await addressCount(records, account_id) : 0;
  const tooMany = tooManyAddresses(held, added).map((issue) => ({ ...issue, field: `${PATH}.shipping_address` }));
  const cleared = sent.shipping_address_id === null && !sent.shipping_address;
  return {
    settings: address || cleared ? { shipping_address_key: address?.key ?? null } : {},
    addresses: reader.added,
    issues: [...reader.issues, ...tooMany],
  };
};
