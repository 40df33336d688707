import { billingInfoIssues, resulting, type Unverified } from '../../billing-info/billing-info.ts';
import type { BillingInfoRecord } from '../../billing-info/record.ts';
import type { Issue } from '../../failure.ts';
import type { Presented, Vault } from '../../ports/vault.ts';
import type { Site } from '../../site.ts';
import type { Seconds } from '../../time.ts';
import type { OfferedBillingInfo } from '../payments/offered-billing-info.ts';

/** How a sale is to be paid, before anybody is asked whether it can be. */
export interface PaymentMethod {
  /** Presented with the sale, to be put on file by it. */
  readonly presented: Presented | undefined;
  /** Undefined where there is nothing on file and nothing was offered. */
  readonly info: Unverified | undefined;
  readonly byToken: boolean;
  readonly issues: readonly Issue[];
}

/**
 * The billing info that a sale would be paid from: what came with it, else what is on file. A token that is named is held, and the caller releases
 * what is presented. Throws `token_invalid`, `simultaneous_request`.
 */
export const readPaymentMethod =
  (vault: Vault) =>
  async (
    site: Site,
    now: Seconds,
    held: BillingInfoRecord | undefined,
    offered: OfferedBillingInfo | undefined,
    path: string,
  ): Promise<PaymentMethod> => {
    if (!offered) return { presented: undefined, info: held, byToken: false, issues: [] };
    const token = offered.input.token_id;
    const presented = token ? await vault.hold(site, token) : offered.presented;
    const byToken = Boolean(token);
    if (!presented && !held) {
      return { presented, info: undefined, byToken, issues: [{ field: `${path}.number`, symbol: 'blank' }] };
    }
    const info = resulting(held, offered, presented);
    return { presented, info, byToken, issues: billingInfoIssues(site, now, path, info) };
  };
