import { newRedemption } from '../../domain/coupons/redemption.ts';
import { type CarriedForward, carriedForward } from '../../domain/imports/carried-forward.ts';
import { centsIn } from '../../domain/imports/column.ts';
import { type ImportedSubscriptionRow, importedSubscription } from '../../domain/imports/imported-subscription.ts';
import { CREDITS, OPEN_INVOICES, REDEMPTIONS, SUBSCRIPTIONS } from '../../domain/imports/tables.ts';
import { billedTo } from '../../domain/invoices/draft-invoice.ts';
import { subscriptionOrder } from '../../engine/orders/reading/read-subscription.ts';
import { withOrder } from '../../engine/orders/with-order.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { addInvoice } from '../../engine/recording/invoices/add-invoice.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { needCoupon } from '../../queries/catalogue/coupons.ts';
import { sellerFor } from '../../queries/settings/business-entities.ts';
import { defaultCurrency } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';
import { DAY, type Seconds } from '../../values/time.ts';
import { rowsOf } from './import-catalogue.ts';
import { AT_A_TIME } from './import-customers.ts';
import { importedUuid } from './import-deps.ts';
import type { ImportOutcome, ImportRun } from './import-run.ts';
import { inParallel } from './in-parallel.ts';
import { hasEnded, hasExpired, owesNothing, redemptionReference } from './judge-sold.ts';

export const importRedemptions = async (run: ImportRun): Promise<void> => {
  const { deps, caller, note } = run;
  const { site, at } = caller;
  await inParallel(rowsOf(run, REDEMPTIONS), AT_A_TIME, async ({ values }) => {
    const { account_code = '', coupon_code = '', subscription, currency, redeemed_at = at, active_until } = values;
    if (hasEnded(values, at)) return note(REDEMPTIONS.file, 'left_out');
    const uuid = importedUuid(deps, site, 'redemption', redemptionReference(values));
    const outcome = await deps.storage.transaction(site.id, async (records): Promise<ImportOutcome> => {
      const account = await needAccount(records, account_code);
      if (await records.redemptions.find(account.id, uuid)) return 'unchanged';
      const found = await needCoupon(records, coupon_code);
      const target = {
        account_id: account.id,
        subscription_id: subscription ? importedUuid(deps, site, 'subscription', subscription) : null,
        currency: currency ?? defaultCurrency(site),
      };
      const redemption = newRedemption(deps.world.ids, found, target, redeemed_at);
      if (redemption.active_until !== null && (active_until ?? redemption.active_until) <= at) return 'left_out';
      if (!(await records.coupons.redeem(found.coupon.key)))
        throw new Failure('coupon_not_redeemable', { value: coupon_code });
      await records.redemptions.add({
        ...redemption,
        uuid,
        active_until: active_until ?? redemption.active_until,
        updated_at: at,
      });
      const subject = `${redemption.coupon_code}/${account_code}`;
      await records.auditLog.append(auditEntry(deps.world, caller, 'coupon.redeemed', subject));
      return 'imported';
    });
    note(REDEMPTIONS.file, outcome);
  });
};

/** Returns a row as a request of the API for a subscription that begins later, which bills nothing. */
const requested = (row: ImportedSubscriptionRow, at: Seconds) => ({
  plan_code: row.plan_code ?? null,
  currency: row.currency ?? null,
  ...(row.unit_amount && row.currency ? { unit_amount_in_cents: centsIn(row.unit_amount, row.currency) } : {}),
  quantity: row.quantity ?? 1,
  starts_at: row.state === 'future' && row.starts_at !== undefined ? row.starts_at : at + DAY,
  ...(row.state === 'future' && row.trial_ends_at !== undefined ? { trial_ends_at: row.trial_ends_at } : {}),
  ...(row.total_billing_cycles === undefined ? {} : { total_billing_cycles: row.total_billing_cycles }),
  ...(row.auto_renew === undefined ? {} : { auto_renew: row.auto_renew }),
  collection_method: row.collection_method ?? 'automatic',
  ...(row.collection_method === 'manual' ? { net_terms: row.net_terms ?? 0 } : {}),
  po_number: row.po_number ?? null,
  tax_inclusive: row.tax_inclusive ?? false,
  bulk: true,
  ...(row.add_ons && row.currency
    ? {
        subscription_add_ons: row.add_ons.map(({ code, quantity, unit_amount }) => ({
          add_on_code: code,
          quantity,
          ...(unit_amount === undefined || !row.currency
            ? {}
            : { unit_amount_in_cents: centsIn({ text: unit_amount, isInCents: false }, row.currency) }),
        })),
      }
    : {}),
});

export const importSubscriptions = async (run: ImportRun): Promise<void> => {
  const { deps, caller, note } = run;
  const { site, at } = caller;
  const { storage, world } = deps;
  await inParallel(rowsOf(run, SUBSCRIPTIONS), AT_A_TIME, async ({ values }) => {
    if (hasExpired(values)) return note(SUBSCRIPTIONS.file, 'left_out');
    const uuid = importedUuid(deps, site, 'subscription', values.subscription ?? '');
    if (await storage.of(site.id).subscriptions.find(uuid)) return note(SUBSCRIPTIONS.file, 'unchanged');
    const account = { account_code: values.account_code ?? null };
    const request = { account, offered: undefined, issues: [], subscription: requested(values, at) };
    await withOrder(deps, caller, subscriptionOrder(deps, caller, request), async ({ subscriptions }) => {
      const [sold] = subscriptions.added;
      if (!sold) throw new RangeError('A request for a subscription sells one.');
      await storage.transaction(site.id, async (records) => {
        await records.subscriptions.add(importedSubscription(sold, values, uuid, at));
        await records.auditLog.append(auditEntry(world, caller, 'subscription.imported', uuid));
      });
    });
    note(SUBSCRIPTIONS.file, 'imported');
  });
};

/** Carries open invoices and credits forward, one after the other: each takes the next number. */
export const importOwed = async (run: ImportRun): Promise<void> => {
  const { deps, caller, note } = run;
  for await (const { values } of rowsOf(run, OPEN_INVOICES)) {
    const { invoice_number = '', balance, currency = '', type, description, due_on, net_terms, po_number } = values;
    if (owesNothing(values) || !balance) {
      note(OPEN_INVOICES.file, 'left_out');
      continue;
    }
    const isCredit = type === 'credit';
    const outcome = await carry(run, values.account_code ?? '', {
      uuid: importedUuid(deps, caller.site, 'invoice', invoice_number),
      type: isCredit ? 'credit' : 'charge',
      amount: centsIn(balance, currency),
      currency,
      description: description ?? `Invoice ${invoice_number} of the previous system`,
      ...(due_on === undefined ? {} : { due_on }),
      terms: {
        collection_method: values.collection_method ?? 'automatic',
        ...(net_terms === undefined ? {} : { net_terms }),
        ...(po_number === undefined ? {} : { po_number }),
      },
    });
    note(OPEN_INVOICES.file, outcome);
  }
  for await (const { values } of rowsOf(run, CREDITS)) {
    const { credit = '', amount, currency = '', description } = values;
    if (!amount) continue;
    const outcome = await carry(run, values.account_code ?? '', {
      uuid: importedUuid(deps, caller.site, 'credit', credit),
      type: 'credit',
      amount: centsIn(amount, currency),
      currency,
      description: description ?? `Credit ${credit} of the previous system`,
    });
    note(CREDITS.file, outcome);
  }
};

const carry = (
  { deps: { storage, world }, caller }: ImportRun,
  account_code: string,
  carried: CarriedForward,
): Promise<ImportOutcome> =>
  storage.transaction(
    caller.site.id,
    async (records) => {
      if (await records.invoices.find(carried.uuid)) return 'unchanged';
      const account = await needAccount(records, account_code);
      const held = await records.paymentMethods.primary(account.id);
      const country = billedTo(account, held).country;
      const seller = await sellerFor(records, caller.site, account.override_business_entity_id, country);
      const setting = { uuid: world.ids.uuid, at: caller.at, seller, account, held };
      const invoice = await addInvoice(records, world, carriedForward(setting, carried));
      await records.auditLog.append(auditEntry(world, caller, 'invoice.imported', String(invoice.invoice_number)));
      return 'imported';
    },
    { numbering: true },
  );
