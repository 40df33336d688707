import type { ExternalReferenceRecord, ExternalSubscriptionRow } from '../../../domain/external/record.ts';
import { verbOf } from '../../../domain/external/verb.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { ExternalImport, ImportedProduct, ImportedSubscription } from '../../../resources/external-import.ts';
import { newShortId } from '../../../values/new-short-id.ts';
import type { Seconds } from '../../../values/time.ts';
import { addExternalAccounts } from './external-accounts.ts';
import { newReference } from './external-products.ts';

/** The records of a file, counted. */
export interface ImportedCounts {
  readonly products: number;
  readonly accounts: number;
  readonly subscriptions: number;
  readonly invoices: number;
  readonly phases: number;
}

interface SaveContext {
  readonly records: Records;
  readonly world: Pick<World, 'ids'>;
  readonly at: Seconds;
}

/** Records a file of an app store that was judged. What it has of a known record replaces what was known. */
export const saveExternalRecords = async (
  records: Records,
  world: Pick<World, 'ids'>,
  at: Seconds,
  { products, accounts, subscriptions }: ExternalImport,
): Promise<ImportedCounts> => {
  const context = { records, world, at };
  for (const product of products ?? []) await saveProduct(context, product);
  for (const { account_code, ...account } of accounts ?? []) {
    const owner = account_code ? await records.accounts.find(account_code) : undefined;
    if (owner) await addExternalAccounts(records, world, at, owner.id, [account]);
  }
  const counts = { invoices: 0, phases: 0 };
  for (const subscription of subscriptions ?? []) {
    await saveSubscription(context, subscription);
    counts.invoices += subscription.invoices?.length ?? 0;
    counts.phases += subscription.phases?.length ?? 0;
  }
  return {
    products: products?.length ?? 0,
    accounts: accounts?.length ?? 0,
    subscriptions: subscriptions?.length ?? 0,
    ...counts,
  };
};

/** A product is known by any of its references. */
const saveProduct = async ({ records, world, at }: SaveContext, sent: ImportedProduct): Promise<void> => {
  const { plans, external } = records;
  const plan = sent.plan_code ? await plans.find(sent.plan_code) : undefined;
  const references = sent.references ?? [];
  let product_key: string | undefined;
  for (const one of references) product_key ??= (await referenceNamed(records, one))?.product_key;
  if (product_key === undefined) {
    product_key = world.ids.uuid();
    const row = { key: product_key, id: newShortId(world.ids), plan_id: plan?.id ?? null, name: sent.name ?? '' };
    await external.products.add({ ...row, created_at: at, updated_at: at });
  } else {
    const held = await external.products.byKey(product_key);
    const changed = { name: sent.name ?? held.name, plan_id: plan ? plan.id : held.plan_id };
    if (changed.name !== held.name || changed.plan_id !== held.plan_id) {
      await external.products.save({ ...held, ...changed, updated_at: at });
    }
  }
  for (const one of references) {
    const reference = (await referenceNamed(records, one)) ? undefined : newReference(world, at, product_key, one);
    if (reference) await external.references.add(reference);
  }
};

type Reference = { readonly reference_code?: string | null; readonly external_connection_type?: string | null };

const referenceNamed = async (
  { external }: Pick<Records, 'external'>,
  named: Reference | null | undefined,
): Promise<ExternalReferenceRecord | undefined> => {
  const { reference_code: code, external_connection_type: type } = named ?? {};
  return code && type ? external.references.named(code, type) : undefined;
};

const saveSubscription = async (context: SaveContext, sent: ImportedSubscription): Promise<void> => {
  const { records, world, at } = context;
  const { external } = records;
  const { verb, account_code, reference, phases, invoices, state, external_id, ...said } = sent;
  const account = account_code ? await records.accounts.find(account_code) : undefined;
  if (!account || !external_id || !state) throw new RangeError('A file that was judged is complete.');
  const held = await external.subscriptions.find({ external_id });
  const row: ExternalSubscriptionRow = {
    key: held?.key ?? world.ids.uuid(),
    uuid: held?.uuid ?? newShortId(world.ids),
    account_id: account.id,
    reference_key: (await referenceNamed(records, reference))?.key ?? null,
    external_id,
    last_purchased: said.last_purchased ?? null,
    auto_renew: said.auto_renew ?? true,
    in_grace_period: said.in_grace_period ?? false,
    app_identifier: said.app_identifier ?? null,
    quantity: said.quantity ?? 1,
    state,
    activated_at: said.activated_at ?? held?.activated_at ?? null,
    canceled_at: said.canceled_at ?? null,
    expires_at: said.expires_at ?? null,
    trial_started_at: said.trial_started_at ?? null,
    trial_ends_at: said.trial_ends_at ?? null,
    created_at: held?.created_at ?? at,
    updated_at: at,
    test: said.test ?? false,
    imported: true,
  };
  await (held ? external.subscriptions.save(row) : external.subscriptions.add(row));
  const change = verb && held ? verb : verbOf(held, row);
  if (change) records.events.say({ type: `${change}_external_subscription`, external_subscription: row });
  for (const phase of phases ?? []) await savePhase(context, row, phase);
  for (const invoice of invoices ?? []) await saveInvoice(context, row, invoice);
};

type SentPhase = NonNullable<ImportedSubscription['phases']>[number];
type SentInvoice = NonNullable<ImportedSubscription['invoices']>[number];

const savePhase = async (
  { records, world, at }: SaveContext,
  { key: subscription_key, account_id }: ExternalSubscriptionRow,
  sent: SentPhase,
): Promise<void> => {
  const { phases } = records.external;
  const starting_billing_period_index = sent.starting_billing_period_index ?? 0;
  const held = await phases.beginning(subscription_key, starting_billing_period_index);
  const row = {
    key: held?.key ?? world.ids.uuid(),
    id: held?.id ?? newShortId(world.ids),
    account_id,
    subscription_key,
    started_at: sent.started_at ?? null,
    ends_at: sent.ends_at ?? null,
    starting_billing_period_index,
    ending_billing_period_index: sent.ending_billing_period_index ?? null,
    offer_type: sent.offer_type ?? null,
    offer_name: sent.offer_name ?? null,
    period_count: sent.period_count ?? null,
    period_length: sent.period_length ?? null,
    amount: sent.amount ?? null,
    currency: sent.currency ?? null,
    created_at: held?.created_at ?? at,
    updated_at: at,
  };
  await (held ? phases.save(row) : phases.add(row));
};

const saveInvoice = async (
  { records, world, at }: SaveContext,
  { key: subscription_key, account_id }: ExternalSubscriptionRow,
  { external_id, currency, total, purchased_at, phase, line_items }: SentInvoice,
): Promise<void> => {
  const { invoices, phases } = records.external;
  if (!external_id || !currency || !total) throw new RangeError('A file that was judged is complete.');
  const held = await invoices.find({ external_id });
  const lines = [];
  for (const { reference, description, unit_amount, quantity } of line_items ?? []) {
    const named = await referenceNamed(records, reference);
    const { key: _, product_key: __, ...shown } = named ?? { key: '', product_key: '' };
    lines.push({
      external_product_reference: named ? (shown as Omit<ExternalReferenceRecord, 'key' | 'product_key'>) : null,
      description: description ?? null,
      unit_amount: unit_amount ?? '0',
      quantity: quantity ?? 1,
    });
  }
  const row = {
    key: held?.key ?? world.ids.uuid(),
    id: held?.id ?? newShortId(world.ids),
    account_id,
    subscription_key,
    phase_key: typeof phase === 'number' ? ((await phases.beginning(subscription_key, phase))?.key ?? null) : null,
    external_id,
    state: 'paid' as const,
    currency,
    total,
    line_items: lines,
    purchased_at: purchased_at ?? at,
    created_at: held?.created_at ?? at,
    updated_at: at,
  };
  await (held ? invoices.save(row) : invoices.add(row));
};
