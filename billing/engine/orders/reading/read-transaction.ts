import { initiationIn } from '../../../domain/payments/initiation.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { PaymentInput } from '../../../resources/payment.ts';
import { type ReaderDeps, readOrder } from './read-basis.ts';
import { readCharges } from './read-charges.ts';
import type { BuyerRequest, OrderRequest } from './request.ts';

export interface TransactionRequest extends BuyerRequest {
  readonly payment: Omit<PaymentInput, 'account'>;
}

/**
 * Returns the order of a one-time transaction: one charge. Does not use pending charges, coupons or credit of the
 * account.
 */
export const transactionOrder = (deps: ReaderDeps, caller: Caller, request: TransactionRequest): OrderRequest => {
  const path = 'transaction';
  const { amount_in_cents, currency, gateway_code, initiator, merchant_reason_code, ...described } = request.payment;
  const initiation = initiationIn({ initiator, merchant_reason_code });
  const buyer = { ...request, initiation: initiation && { ...initiation, path } };
  const charge = { ...described, path, origin: 'one_time', unit_amount_in_cents: amount_in_cents ?? 0 } as const;
  const basis = { path, buyer, currency, terms: { gateway_code } };
  return {
    path,
    buyer,
    redeems: false,
    read: (state) =>
      readOrder(deps, caller, state, basis, 'purchase', async (basis) => {
        const { charges, issues } = await readCharges(basis, [charge]);
        return {
          charges,
          subscriptions: [],
          fees: [],
          coupons: { active: [], replaced: [], redeemed: [] },
          credit: [],
          giftCard: undefined,
          soldGiftCard: undefined,
          needsMethod: false,
          issues: [],
          lineIssues: issues,
        };
      }),
  };
};
