import { type Issue, refuse } from '../../failure.ts';
import type { AccountRecord, AccountRow, Records } from '../../ports/records.ts';
import type { Caller, World } from '../../ports/world.ts';
import { type AccountInput, account as accountTable } from '../../resources/account.ts';
import { changes, filled } from '../../resources/apply.ts';
import type { ShippingAddressInput } from '../../resources/shipping-address.ts';
import { customFieldIssues, mergedCustomFields, needAccount, parentIssues } from '../../rules/account.ts';
import { acquired, acquisitionIssues } from '../../rules/acquisition.ts';
import type { OfferedBillingInfo } from '../../rules/billing-info.ts';
import { eventOf } from '../../rules/journal.ts';
import { addressCount, newShippingAddress, tooManyAddresses } from '../../rules/shipping-address.ts';
import type { Payer } from '../../rules/transaction.ts';
import { vatNumberIssues } from '../../rules/vat-number.ts';
import { type Site, siteTime } from '../../site.ts';
import { type Prepared, prepareBillingInfo } from '../billing-info/prepare-billing-info.ts';
import type { Declined } from '../billing-info/verify-payment.ts';
import type { PaymentDeps } from '../payments/open-intent.ts';

export interface WriteAccount {
  readonly input: Omit<AccountInput, 'billing_info'>;
  readonly offered?: OfferedBillingInfo | undefined;
  readonly issues: readonly Issue[];
}

export type WrittenAccount = { readonly outcome: 'written'; readonly account: AccountRecord } | Declined;

/**
 * What creating and updating an account share: judge everything at once, confirm embedded billing info first, then write the account and all that
 * came with it in one transaction. A declined card writes nothing but its transaction. `refusal` adds what only one of the two refuses.
 */
export const writeAccount =
  (deps: PaymentDeps, what: string, refusal: (existing: AccountRecord | undefined) => Issue[]) =>
  async (caller: Caller, code: string, { input, offered, issues }: WriteAccount): Promise<WrittenAccount> => {
    const { storage, world } = deps;
    const { site } = caller;
    const judged = async (records: Records) => {
      const existing = await records.accounts.find(code);
      const found = [...issues, ...refusal(existing), ...(await accountIssues(records, site, code, existing, input))];
      return { existing, found };
    };

    const { existing, found } = await judged(storage.of(site.id));
    const prepared = offered && (await preparedFor(deps, caller, code, existing, { input, offered, issues: found }));
    if (prepared?.outcome === 'declined') return prepared;

    const written = async (records: Records): Promise<WrittenAccount> => {
      const { existing, found } = await judged(records);
      refuse(found);
      const account = await saved(records, world, site, code, existing, input);
      await prepared?.save(records, account.id);
      await records.events.append(eventOf(world, caller, what, code));
      return { outcome: 'written', account: await needAccount(records, code) };
    };
    return storage.transaction(site.id, written);
  };

const preparedFor = async (
  deps: PaymentDeps,
  caller: Caller,
  code: string,
  existing: AccountRecord | undefined,
  { input, offered, issues }: WriteAccount & { readonly offered: OfferedBillingInfo },
): Promise<Prepared> => {
  const held = existing && (await deps.storage.of(caller.site.id).billingInfos.find(existing.id));
  const payer: Payer = { ...blankPayer, ...existing, ...changes(accountTable, input), account_code: code };
  return prepareBillingInfo(deps)(caller, {
    account: existing,
    payer,
    held,
    offered,
    path: 'account.billing_info',
    issues,
  });
};

const blankPayer = { first_name: null, last_name: null, company_name: null, email: null };

const accountIssues = async (
  records: Records,
  site: Site,
  code: string,
  existing: AccountRecord | undefined,
  input: WriteAccount['input'],
): Promise<Issue[]> => {
  const issues = customFieldIssues(site, input);
  issues.push(...taxIssues(site, existing, input));
  const sent = sentAddresses(input).length;
  const held = existing && sent > 0 ? await addressCount(records, existing.id) : 0;
  issues.push(...tooManyAddresses(held, sent));
  if (input.parent_account_code) {
    issues.push(...parentIssues(existing, code, await records.accounts.find(input.parent_account_code)));
  }
  if (input.account_acquisition) {
    const acquisition = existing && (await records.acquisitions.find(existing.id));
    issues.push(...acquisitionIssues('account.account_acquisition', acquisition, input.account_acquisition));
  }
  return issues;
};

/** A number that was taken once is asked about again only when it, or the country beside it, is written. */
const taxIssues = (site: Site, existing: AccountRecord | undefined, input: WriteAccount['input']): Issue[] => {
  if (input.vat_number === undefined && input.address === undefined) return [];
  const { vat_number = existing?.vat_number, address = existing?.address } = input;
  return vatNumberIssues(site, 'account.vat_number', address?.country, vat_number);
};

/** Writing to a closed account reopens it (reference "lifecycles", section 1). */
const saved = async (
  records: Records,
  world: World,
  site: Site,
  code: string,
  existing: AccountRecord | undefined,
  input: WriteAccount['input'],
): Promise<AccountRow> => {
  const at = siteTime(site, world.clock);
  const account: AccountRow = {
    ...(existing ? { ...existing, ...changes(accountTable, input) } : newAccount(world, code, at, input)),
    custom_fields: mergedCustomFields(existing?.custom_fields ?? [], input.custom_fields),
    parent_id: await parentId(records, existing, input),
    state: 'active',
    closed_at: null,
    updated_at: at,
  };
  await (existing ? records.accounts.save(account) : records.accounts.add(account));

  for (const address of sentAddresses(input)) {
    const id = await records.next('shipping_address');
    await records.shippingAddresses.add(newShippingAddress(world, account.id, id, at, address));
  }
  if (input.account_acquisition) {
    const held = existing && (await records.acquisitions.find(existing.id));
    await records.acquisitions.save(acquired(account.id, held, input.account_acquisition, at));
  }
  return account;
};

/** An account before anything has happened to it. */
export const newAccount = (
  { ids }: Pick<World, 'ids'>,
  code: string,
  at: number,
  input: WriteAccount['input'],
): AccountRow => ({
  ...filled(accountTable, input),
  id: ids.uuid(),
  parent_id: null,
  account_code: code,
  state: 'active',
  hosted_login_token: ids.secret(32),
  created_at: at,
  updated_at: at,
  closed_at: null,
});

const parentId = async (
  { accounts }: Records,
  existing: AccountRecord | undefined,
  { parent_account_code }: WriteAccount['input'],
): Promise<string | null> => {
  if (parent_account_code === undefined) return existing?.parent_id ?? null;
  return parent_account_code ? ((await accounts.find(parent_account_code))?.id ?? null) : null;
};

const sentAddresses = ({
  shipping_addresses,
  shipping_address,
}: WriteAccount['input']): readonly ShippingAddressInput[] => [
  ...(shipping_addresses ?? []),
  ...(shipping_address ? [shipping_address] : []),
];
