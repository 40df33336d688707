import type { SentBillingInfo } from '../../domain/billing-info/billing-info.ts';
import type { VaultedMethod } from '../../domain/billing-info/vaulted-method.ts';
import type { ConfirmedAction, PaymentAction } from '../../domain/payments/payment-action.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Presented } from '../../ports/vault.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';

interface ConfirmedDeps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

/** The part of a request about its payment. */
interface Offered {
  readonly input: Pick<SentBillingInfo, 'three_d_secure_action_result_token_id' | 'token_id'>;
  readonly presented?: Presented | undefined;
  /** The method that the request names by a gateway's token. */
  readonly vaulted?: Pick<VaultedMethod, 'reference'>;
}

/**
 * Returns the challenge whose result token a request has; undefined when it has none. The token is used only once a
 * gateway is about to be called. Throws `token_invalid` for one that is unknown, used or expired.
 */
export const findConfirmed = async (
  { storage, world }: ConfirmedDeps,
  { site }: Pick<Caller, 'site'>,
  { input, presented, vaulted }: Offered,
): Promise<ConfirmedAction | undefined> => {
  const resultToken = input.three_d_secure_action_result_token_id;
  if (!resultToken) return undefined;
  const { paymentActions } = storage.of(site.id);
  const action = await paymentActions.confirmed(resultToken, world.clock.now());
  if (!action) throw new Failure('token_invalid');
  const isSameToken = !input.token_id || (await paymentActions.isOfToken(action.key, input.token_id));
  const isSameReference = !vaulted || vaulted.reference === action.method_reference;
  return { action, isSameMethod: isSameToken && isSameReference && isSameDescription(action, presented) };
};

/**
 * Whether a repeated card number is that of the same card, as far as its visible digits tell. Only the stored one is
 * charged.
 */
const isSameDescription = ({ presented: before }: PaymentAction, presented: Presented | undefined): boolean => {
  if (!presented) return true;
  const { description } = presented;
  if (before?.type !== description.type) return false;
  switch (description.type) {
    case 'credit_card':
      return (
        before.first_six === description.first_six &&
        before.last_four === description.last_four &&
        before.month === description.month &&
        before.year === description.year
      );
    case 'bank_account':
      return before.routing_number === description.routing_number && before.last_four === description.last_four;
    case 'sepa':
    case 'bacs':
    case 'becs':
      return before.last_four === description.last_four;
    case 'paypal':
      return before.paypal_billing_agreement_id === description.paypal_billing_agreement_id;
  }
};

/**
 * Uses the result token, in the transaction that records the intent. Throws `token_invalid` when it was used before.
 */
export const useConfirmed = async (
  { paymentActions }: Pick<Records, 'paymentActions'>,
  confirmed: ConfirmedAction | undefined,
): Promise<void> => {
  if (confirmed && !(await paymentActions.use(confirmed.action.key))) throw new Failure('token_invalid');
};
