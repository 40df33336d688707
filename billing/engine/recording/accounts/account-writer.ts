import { parentIssues, payerIdOf, vatNumberIssues, written } from '../../../domain/accounts/account.ts';
import { acquired, acquisitionIssues } from '../../../domain/accounts/acquisition.ts';
import type { AccountRecord, AccountRow } from '../../../domain/accounts/record.ts';
import { newShippingAddress, tooManyAddresses } from '../../../domain/accounts/shipping-address.ts';
import { mergedCustomFields } from '../../../domain/custom-fields/definition.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { addressCount } from '../../../queries/accounts/accounts.ts';
import { sentCustomFieldIssues } from '../../../queries/settings/custom-fields.ts';
import { type AccountInput, account as accountTable } from '../../../resources/account.ts';
import { changes, filled } from '../../../resources/apply.ts';
import type { ShippingAddressInput } from '../../../resources/shipping-address.ts';
import type { Site } from '../../../resources/site.ts';
import type { Issue } from '../../../values/failure.ts';
import { collectsTaxIn } from '../../../values/tax/places.ts';
import { isImpossiblePostalCode } from '../../../values/tax/postal-codes.ts';
import type { Millis, Seconds } from '../../../values/time.ts';
import { assignSentCampaign, sentCampaignIssues } from '../dunning/assign.ts';
import { addExternalAccounts, externalAccountIssues } from '../external/external-accounts.ts';
import { parentAfter, payerIssues } from './payer-after.ts';

/** An account as a client sent it, without its billing info, which is processed separately. */
export type SentAccount = Omit<AccountInput, 'billing_info'>;

interface AccountToSave {
  readonly id: string;
  readonly code: string;
  readonly existing: AccountRecord | undefined;
  readonly input: SentAccount;
}

/** Returns the problems of an account as it would be written; fields are those of `account`. */
export const accountIssues = async (
  records: Records,
  site: Site,
  code: string,
  existing: AccountRecord | undefined,
  input: SentAccount,
): Promise<Issue[]> => {
  const kind = { relatedType: 'account', path: 'account' } as const;
  const issues = await sentCustomFieldIssues(records, site, kind, input.custom_fields, existing?.custom_fields);
  issues.push(...(await sentCampaignIssues(records, 'account.dunning_campaign_id', input.dunning_campaign_id)));
  issues.push(...taxIssues(site, existing, input));
  const sent = sentAddresses(input).length;
  const held = existing && sent > 0 ? await addressCount(records, existing.id) : 0;
  issues.push(...tooManyAddresses(held, sent));
  const parent = await parentAfter(records, existing, input);
  const issuesOfParent = input.parent_account_code ? parentIssues(existing, code, parent) : [];
  issues.push(...issuesOfParent);
  if (issuesOfParent.length === 0) issues.push(...(await payerIssues(records, existing, input, parent)));
  const entity = input.override_business_entity_id;
  if (entity && (await records.businessEntities.find(entity))?.state !== 'active') {
    issues.push({ field: 'account.override_business_entity_id', symbol: 'invalid', reason: 'unknown_business_entity' });
  }
  const template = input.invoice_template_uuid;
  if (template && !(await records.invoiceTemplates.find(template))) {
    issues.push({ field: 'account.invoice_template_uuid', symbol: 'invalid', reason: 'unknown_invoice_template' });
  }
  if (input.account_acquisition) {
    const acquisition = existing && (await records.acquisitions.find(existing.id));
    issues.push(...acquisitionIssues('account.account_acquisition', acquisition, input.account_acquisition));
  }
  if (input.external_accounts) {
    issues.push(...(await externalAccountIssues(records, existing?.id, input.external_accounts)));
  }
  return issues;
};

/** A stored VAT number is validated again only when the number or the country is written. */
const taxIssues = (site: Site, existing: AccountRecord | undefined, input: SentAccount): Issue[] => {
  if (input.vat_number === undefined && input.address === undefined) return [];
  const { vat_number = existing?.vat_number, address = existing?.address } = input;
  return [
    ...vatNumberIssues(site, 'account.vat_number', address?.country, vat_number),
    ...(input.address ? postalCodeIssues(site, input.address) : []),
  ];
};

/** Refuses impossible postal codes in countries where the site collects tax: they would leave sales untaxed. */
const postalCodeIssues = (
  { tax_registrations }: Site,
  { country, zip }: NonNullable<SentAccount['address']>,
): Issue[] =>
  country && zip && collectsTaxIn(tax_registrations, country) && isImpossiblePostalCode(country, zip)
    ? [{ field: 'account.address.zip', symbol: 'invalid', reason: 'postal_code_of_another_country' }]
    : [];

/**
 * Writes an account with its addresses and its acquisition. Writing to a closed account reopens it. A new account gets
 * `id`.
 */
export const saveAccount = async (
  records: Records,
  world: World,
  caller: Caller,
  { id, code, existing, input }: AccountToSave,
): Promise<AccountRow> => {
  const { at } = caller;
  const fields = {
    id,
    custom_fields: mergedCustomFields(existing?.custom_fields ?? [], input.custom_fields),
    parent_id: (await parentAfter(records, existing, input))?.id ?? null,
    email_changed_at_ms: emailChangedAt(world, existing, input),
  };
  const moved = existing && written(existing, { ...changes(accountTable, input), ...fields }, at);
  const account = moved?.account ?? { ...newAccount(world, code, at, input), ...fields };
  await (existing ? records.accounts.save(account) : records.accounts.add(account));
  // Another account pays now, which has other payment methods.
  if (existing && payerIdOf(existing) !== payerIdOf(account)) await records.subscriptions.unbind(id);
  if (existing && moved) records.events.say(...moved.events.map((type) => ({ type, account, before: existing })));
  else records.events.say({ type: 'new_account', account });

  const assignee = { assignee: 'account', assignee_id: account.id, name: `account ${code}` } as const;
  await assignSentCampaign(records, world, caller, assignee, input.dunning_campaign_id);
  for (const address of sentAddresses(input)) {
    const number = await records.next('shipping_address');
    const shipping_address = newShippingAddress(world, account.id, number, at, address);
    await records.shippingAddresses.add(shipping_address);
    records.events.say({ type: 'new_shipping_address', shipping_address });
  }
  if (input.account_acquisition) {
    const held = existing && (await records.acquisitions.find(existing.id));
    await records.acquisitions.save(acquired(account.id, held, input.account_acquisition, at));
  }
  await addExternalAccounts(records, world, at, account.id, input.external_accounts ?? []);
  return account;
};

/**
 * Returns the time of the last change of the email address. Case is ignored. Each change has a time of its own, because
 * it ends links and sessions.
 */
const emailChangedAt = (
  { clock }: Pick<World, 'clock'>,
  existing: AccountRecord | undefined,
  { email }: SentAccount,
): Millis | null => {
  if (!existing) return null;
  const { email: before, email_changed_at_ms } = existing;
  if (email === undefined || email?.toLowerCase() === before?.toLowerCase()) return email_changed_at_ms;
  return Math.max(clock.now(), (email_changed_at_ms ?? 0) + 1);
};

/** Returns a new account. */
export const newAccount = ({ ids }: Pick<World, 'ids'>, code: string, at: Seconds, input: SentAccount): AccountRow => ({
  ...filled(accountTable, input),
  id: ids.uuid(),
  parent_id: null,
  email_changed_at_ms: null,
  account_code: code,
  state: 'active',
  hosted_login_token: ids.secret(32),
  created_at: at,
  updated_at: at,
  closed_at: null,
});

const sentAddresses = ({ shipping_addresses, shipping_address }: SentAccount): readonly ShippingAddressInput[] => [
  ...(shipping_addresses ?? []),
  ...(shipping_address ? [shipping_address] : []),
];

/** Returns the part of an account that a sale needs before the account is written. */
export const resultingAccount = (existing: AccountRecord | undefined, input: SentAccount) =>
  existing ? { ...existing, ...changes(accountTable, input) } : filled(accountTable, input);

/** Returns the input for an account whose addresses are written separately. */
export const withoutAddresses = ({ shipping_address: _, shipping_addresses: __, ...input }: SentAccount): SentAccount =>
  input;
