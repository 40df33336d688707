import type { ImportRow } from '../../domain/imports/column.ts';
import { ACCOUNTS, GATEWAY_METHODS } from '../../domain/imports/tables.ts';
import { findVaulted } from '../../engine/accounts/find-vaulted.ts';
import type { OfferedBillingInfo } from '../../engine/accounts/offered-billing-info.ts';
import { accountIssues } from '../../engine/recording/accounts/account-writer.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ImportFiles } from '../../ports/import-files.ts';
import type { Records } from '../../ports/storage.ts';
import type { AccountInput } from '../../resources/account.ts';
import { Secret } from '../../values/secret.ts';
import type { ImportDeps } from './import-deps.ts';
import type { ImportProblems } from './import-rows.ts';
import { inParallel } from './in-parallel.ts';
import { countedRows, reporting } from './judged-catalogue.ts';

export interface ImportCheck {
  readonly deps: ImportDeps;
  readonly files: ImportFiles;
  readonly problems: ImportProblems;
  readonly records: Records;
  readonly caller: Caller;
}

/** Finds the accounts of the site and of the files. */
export interface JudgedAccounts {
  has(code: string): Promise<boolean>;
}

export type ImportedAccountRow = ImportRow<(typeof ACCOUNTS)['columns']>;
export type MethodRow = ImportRow<(typeof GATEWAY_METHODS)['columns']>;

type AddressRow = Pick<
  ImportedAccountRow,
  'address1' | 'address2' | 'city' | 'region' | 'postal_code' | 'country' | 'phone'
>;

const addressOf = ({ address1, address2, city, region, postal_code, country, phone }: AddressRow) => ({
  address1: address1 ?? null,
  address2: address2 ?? null,
  city: city ?? null,
  state: region ?? null,
  zip: postal_code ?? null,
  country: country ?? null,
  phone: phone ?? null,
});

/** Returns a row of accounts as a request of the API. */
export const accountInput = (row: ImportedAccountRow): Omit<AccountInput, 'billing_info'> => ({
  account_code: row.account_code ?? null,
  ...(row.parent_account_code === undefined ? {} : { parent_account_code: row.parent_account_code }),
  bill_to: row.bill_to ?? 'self',
  username: row.username ?? null,
  email: row.email ?? null,
  cc_emails: row.cc_emails ?? null,
  first_name: row.first_name ?? null,
  last_name: row.last_name ?? null,
  company_name: row.company_name ?? null,
  vat_number: row.vat_number ?? null,
  tax_exempt: row.tax_exempt ?? false,
  address: addressOf(row),
  preferred_locale: row.preferred_locale ?? null,
  preferred_time_zone: row.preferred_time_zone ?? null,
});

/** Returns a row of payment methods as a request of the API. */
export const methodOffer = (row: MethodRow): OfferedBillingInfo => ({
  input: {
    gateway_code: row.gateway_code ?? null,
    gateway_token: new Secret(row.gateway_token ?? ''),
    ...(row.account_reference === undefined
      ? {}
      : { gateway_attributes: { account_reference: row.account_reference } }),
    ...(row.first_name === undefined ? {} : { first_name: row.first_name }),
    ...(row.last_name === undefined ? {} : { last_name: row.last_name }),
    company: row.company_name ?? null,
    ...addressOf(row),
  },
});

export const NO_ACCOUNT =
  'There is no such account. Add it to accounts.csv, or write the code of an open account of the site.';

export const judgeAccounts = async (check: ImportCheck, counts: Map<string, number>): Promise<JudgedAccounts> => {
  const { files, problems, records, caller } = check;
  const report = reporting(files, ACCOUNTS, problems);
  const codes = new Set<string>();
  const isOnSite = async (code: string): Promise<boolean> => (await records.accounts.find(code))?.state === 'active';
  for await (const { row, values } of countedRows(check, ACCOUNTS, counts)) {
    const { account_code: code, parent_account_code: parent } = values;
    if (code === undefined || values.account_state === 'closed') continue;
    if (codes.has(code))
      report(row, 'account_code', 'The code is in the file already. Write another one, or remove the row.');
    codes.add(code);
    const existing = await records.accounts.find(code);
    if (existing?.state === 'closed')
      report(row, 'account_code', 'The account is closed on the site. Reopen it there, or leave the row out.');
    if (parent !== undefined && (parent === code || !(codes.has(parent) || (await isOnSite(parent)))))
      report(
        row,
        'parent_account_code',
        'There is no such account above this row. Add the parent above it, or leave the cell empty.',
      );
    if (values.bill_to === 'parent' && parent === undefined)
      report(row, 'bill_to', 'The account has no parent. Write self, or the code of a parent.');
    if (existing) continue;
    const { parent_account_code: _, bill_to: __, ...alone } = accountInput(values);
    for (const { field } of await accountIssues(records, caller.site, code, undefined, alone)) {
      const column = field.split('.').at(-1) ?? null;
      report(
        row,
        column,
        column === 'vat_number' ? VAT : 'The site refuses the value. Correct it, or leave the cell empty.',
      );
    }
  }
  return { has: async (code) => codes.has(code) || (await isOnSite(code)) };
};

const VAT =
  'The number is none of the country of the address. Write the number and the country, or leave the cell empty.';

/** Gateways that are asked for a payment method at a time. */
const AT_A_TIME = 8;

export const judgePaymentMethods = async (
  check: ImportCheck,
  accounts: JudgedAccounts,
  counts: Map<string, number>,
): Promise<void> => {
  const { deps, files, problems, records, caller } = check;
  const report = reporting(files, GATEWAY_METHODS, problems);
  const codes = new Set<string>();
  const rows = countedRows(check, GATEWAY_METHODS, counts);
  await inParallel(rows, AT_A_TIME, async ({ row, values, isRead }) => {
    const { account_code: code } = values;
    if (code === undefined) return;
    if (codes.has(code))
      report(
        row,
        'account_code',
        'The account has a method above. Keep the one that pays, and after the import add each further one, such as a backup, with POST /v2/accounts/{account_code}/billing_infos.',
      );
    codes.add(code);
    if (!(await accounts.has(code))) return report(row, 'account_code', NO_ACCOUNT);
    if (!isRead || (await hasMethod(records, code))) return;
    const { issues } = await findVaulted(deps.gateways, caller, 'billing_info', methodOffer(values));
    for (const { field } of issues) {
      const column = field.split('.').at(-1) ?? null;
      report(row, column, column === 'gateway_code' ? NO_GATEWAY : NO_METHOD);
    }
  });
};

const NO_GATEWAY =
  'The site has no such gateway account. Add it with npm run gateway -- add, or write the code of another one.';
const NO_METHOD =
  'The gateway has no such method that can be charged. Write its token at this gateway, and its customer there.';

/** Whether an account of the site has a payment method. */
export const hasMethod = async ({ accounts, paymentMethods }: Records, code: string): Promise<boolean> => {
  const account = await accounts.find(code);
  return account !== undefined && (await paymentMethods.primary(account.id)) !== undefined;
};
