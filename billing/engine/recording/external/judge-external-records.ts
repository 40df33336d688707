import type { Records } from '../../../ports/storage.ts';
import type { ExternalImport } from '../../../resources/external-import.ts';
import type { Issue, IssueReason } from '../../../values/failure.ts';

type Known = Pick<Records, 'accounts' | 'plans' | 'external'>;
type Reference = { readonly reference_code?: string | null; readonly external_connection_type?: string | null };

const nameOf = ({ reference_code, external_connection_type }: Reference): string =>
  JSON.stringify([reference_code, external_connection_type]);

/** Returns what a file of an app store refers to that does not exist, and what it says twice. */
export const judgeExternalRecords = async (records: Known, file: ExternalImport): Promise<Issue[]> => {
  const issues: Issue[] = [];
  const invalid = (field: string, reason: IssueReason): void => {
    issues.push({ field: `external.${field}`, symbol: 'invalid', reason });
  };
  const repeated = (field: string): void => {
    issues.push({ field: `external.${field}`, symbol: 'taken' });
  };
  const accounts = new Map<string, string | undefined>();
  const accountOf = async (code: string): Promise<string | undefined> => {
    if (!accounts.has(code)) accounts.set(code, (await records.accounts.find(code))?.id);
    return accounts.get(code);
  };

  const inFile = new Set<string>();
  for (const [place, { plan_code, references }] of (file.products ?? []).entries()) {
    if (plan_code && !(await records.plans.find(plan_code))) invalid(`products[${place}].plan_code`, 'unknown_plan');
    for (const [inside, one] of (references ?? []).entries()) {
      if (inFile.has(nameOf(one))) repeated(`products[${place}].references[${inside}].reference_code`);
      inFile.add(nameOf(one));
    }
  }
  const external = new Set<string>();
  for (const [place, one] of (file.accounts ?? []).entries()) {
    const { account_code, external_account_code: code, external_connection_type: type } = one;
    if (!account_code || !code || !type) continue;
    const id = await accountOf(account_code);
    if (id === undefined) invalid(`accounts[${place}].account_code`, 'unknown_account');
    const holder = await records.external.accounts.named(code, type);
    const name = JSON.stringify([code, type]);
    if (external.has(name) || (holder && holder.account_id !== id)) {
      repeated(`accounts[${place}].external_account_code`);
    }
    external.add(name);
  }
  const subscriptions = new Set<string>();
  const invoices = new Set<string>();
  for (const [place, one] of (file.subscriptions ?? []).entries()) {
    const field = `subscriptions[${place}]`;
    const { external_id, account_code, reference } = one;
    if (account_code && (await accountOf(account_code)) === undefined) {
      invalid(`${field}.account_code`, 'unknown_account');
    }
    if (external_id) {
      if (subscriptions.has(external_id)) repeated(`${field}.external_id`);
      subscriptions.add(external_id);
      const held = await records.external.subscriptions.find({ external_id });
      if (held && account_code && held.account_code !== account_code) repeated(`${field}.external_id`);
    }
    const unknown = async (named: Reference | null | undefined): Promise<boolean> => {
      const { reference_code: code, external_connection_type: type } = named ?? {};
      if (!named || !code || !type || inFile.has(nameOf(named))) return false;
      return (await records.external.references.named(code, type)) === undefined;
    };
    if (await unknown(reference)) invalid(`${field}.reference`, 'unknown_external_product');
    const begun = new Set((one.phases ?? []).map(({ starting_billing_period_index: index }) => index));
    if (begun.size < (one.phases ?? []).length) repeated(`${field}.phases`);
    for (const [inside, invoice] of (one.invoices ?? []).entries()) {
      const path = `${field}.invoices[${inside}]`;
      const { external_id: id, phase } = invoice;
      if (id) {
        const held = await records.external.invoices.find({ external_id: id });
        const isOther = held && held.subscription_uuid !== (await uuidOf(records, external_id));
        if (invoices.has(id) || isOther) repeated(`${path}.external_id`);
        invoices.add(id);
      }
      if (typeof phase === 'number' && !begun.has(phase)) invalid(`${path}.phase`, 'unknown_external_phase');
      for (const [line, { reference: sold }] of (invoice.line_items ?? []).entries()) {
        if (await unknown(sold)) invalid(`${path}.line_items[${line}].reference`, 'unknown_external_product');
      }
    }
  }
  return issues;
};

const uuidOf = async ({ external }: Known, external_id: string | null | undefined): Promise<string | undefined> =>
  external_id ? (await external.subscriptions.find({ external_id }))?.uuid : undefined;
