import {
  type ExpectedRenewal,
  type RenewalDifference,
  renewalDifferences,
  sumsOf,
} from '../../domain/imports/renewal-differences.ts';
import { EXPECTED_RENEWALS } from '../../domain/imports/tables.ts';
import type { DraftInvoice } from '../../domain/invoices/draft.ts';
import { explainCharge } from '../../domain/invoices/explain-line.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { TransitionDeps } from '../../engine/subscriptions/carry-out-transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ImportFiles } from '../../ports/import-files.ts';
import { heldSubscriptions } from '../../queries/subscriptions/held-subscriptions.ts';
import type { Seconds } from '../../values/time.ts';
import { previewRenewal } from '../subscriptions/preview-renewal.ts';
import { type ImportDeps, importedUuid } from './import-deps.ts';
import { type ImportProblems, importRows } from './import-rows.ts';

/** The renewal that the service will bill, beside the expected one. */
export interface ComparedRenewal {
  /** The subscription as the file names it; its uuid where the file does not. */
  readonly subscription: string;
  readonly account_code: string | null;
  /** Undefined where the file does not have the subscription. */
  readonly expected: ExpectedRenewal | undefined;
  /** Undefined where there is no such subscription, or no renewal. */
  readonly computed:
    | ({ readonly at: Seconds; readonly currency: string; readonly lines: readonly string[] } & ReturnType<
        typeof sumsOf
      >)
    | undefined;
  /** Empty: both are equal to the cent, or nothing is expected. */
  readonly differences: readonly RenewalDifference[];
}

/**
 * Computes the next renewal of each expected subscription as due work will bill it, and compares both. Subscriptions on
 * hold that the file does not have follow with what they will be billed. Writes nothing. Problems of the file are
 * reported in `problems`, and their rows left out.
 */
export const compareRenewals = (deps: TransitionDeps & Pick<ImportDeps, 'digest'>) =>
  async function* compare(
    caller: Caller,
    files: ImportFiles,
    problems: ImportProblems,
  ): AsyncGenerator<ComparedRenewal, void> {
    const records = deps.storage.of(caller.site.id);
    const seen = new Set<string>();
    for await (const { values, isRead } of importRows(files, EXPECTED_RENEWALS, problems)) {
      if (!isRead || values.subscription === undefined) continue;
      const uuid = importedUuid(deps, caller.site, 'subscription', values.subscription);
      seen.add(uuid);
      yield await compared(deps, caller, values, uuid);
    }
    for await (const found of heldSubscriptions(records)) {
      if (seen.has(found.uuid)) continue;
      yield await unexpected(deps, caller, found);
    }
  };

/** Computes the renewal of a subscription without an expectation. Its lines are explained: nothing else checks them. */
const unexpected = async (deps: TransitionDeps, caller: Caller, found: ShownSubscription): Promise<ComparedRenewal> => {
  const { uuid, account_code } = found;
  const renewal = await previewRenewal(deps)(caller, found);
  const computed = renewal && {
    at: renewal.at,
    currency: renewal.subscription.currency,
    ...sumsOf(renewal.draft.charge),
    lines: await explained(deps, caller, found, renewal.draft.charge),
  };
  return { subscription: uuid, account_code, expected: undefined, computed, differences: [] };
};

const compared = async (
  deps: TransitionDeps,
  caller: Caller,
  expected: ExpectedRenewal,
  uuid: string,
): Promise<ComparedRenewal> => {
  const { subscription: name = uuid } = expected;
  const found = await deps.storage.of(caller.site.id).subscriptions.find(uuid);
  const without = (account_code: string | null, difference: RenewalDifference): ComparedRenewal => ({
    subscription: name,
    account_code,
    expected,
    computed: undefined,
    differences: [difference],
  });
  if (!found)
    return without(null, {
      reason: 'unknown_subscription',
      says: 'The site has no such subscription. Import it first.',
    });
  const renewal = await previewRenewal(deps)(caller, found);
  if (!renewal)
    return without(found.account_code, { reason: 'no_renewal', says: 'The subscription ends, and renews no more.' });
  const { at, draft, subscription } = renewal;
  const computed = { at, subscription, charge: draft.charge };
  const differences = renewalDifferences(expected, computed, caller.site.time_zone);
  return {
    subscription: name,
    account_code: found.account_code,
    expected,
    computed: {
      at,
      currency: subscription.currency,
      ...sumsOf(draft.charge),
      lines: differences.length === 0 ? [] : await explained(deps, caller, found, draft.charge),
    },
    differences,
  };
};

/** Explains each line of an invoice that is not stored. */
const explained = async (
  { storage }: Pick<TransitionDeps, 'storage'>,
  { site, at }: Caller,
  { account_id, account_code }: ShownSubscription,
  charge: DraftInvoice | undefined,
): Promise<readonly string[]> => {
  const redeemed = await storage.of(site.id).redemptions.active(account_id, at);
  const coupons = new Map(redeemed.map(({ uuid, coupon_code }) => [uuid, coupon_code]));
  return (charge?.lines ?? []).map((line) =>
    [line.description ?? '', ...explainCharge({ ...line, account_code, invoice: null }, { coupons })].join(' '),
  );
};
