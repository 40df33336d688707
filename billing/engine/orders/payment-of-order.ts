import { changedCard, type Unverified } from '../../domain/billing-info/billing-info.ts';
import type { StoredMethod } from '../../domain/billing-info/stored-method.ts';
import { rolesIn } from '../../domain/billing-info/wallet.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import type { PaymentToTake, Taken } from '../intents/take-payment.ts';
import type { OrderDraft } from './drafting/draft-order.ts';
import { isAutomatic, type Order } from './drafting/order.ts';
import { subjectOf } from './drafting/order-subject.ts';
import type { OrderPaymentMethod } from './drafting/payment-method.ts';
import { reserveIfUnchanged } from './drafting/reserve-if-unchanged.ts';
import { ORDER_INTENT } from './order-intent.ts';

/** Returns the decline of an order that needs a payment method and has none. */
export const missingMethod = (draft: OrderDraft, order: Order): Declined | undefined => {
  if (order.method.info || !isAutomatic(order)) return undefined;
  return draft.due > 0 || order.needsMethod ? { outcome: 'declined', error_code: 'no_billing_information' } : undefined;
};

/** Whether an order changes the card on file in what the gateway knows of it. */
export const changesCard = ({ info, stored, presented, offered }: OrderPaymentMethod): boolean =>
  info !== undefined &&
  stored !== undefined &&
  !presented &&
  !offered?.vaulted &&
  changedCard(stored, info) !== undefined;

/** Returns the payment of the amount due for an order. */
export const paymentFor = (
  draft: OrderDraft,
  order: Order,
  info: Unverified,
  action: 'purchase' | 'authorize',
): PaymentToTake<object> => {
  const { payer, method, terms } = order;
  const { presented, stored, offered, confirmed } = method;
  const vaulted = confirmed ? undefined : offered?.vaulted;
  const held = vaulted ?? stored;
  return {
    format: ORDER_INTENT,
    payload: {},
    subject: subjectOf(draft),
    accountId: payer.exists ? payer.id : null,
    payer,
    info,
    method: presented
      ? { presented }
      : { reference: held?.reference ?? '', changed: vaulted || !stored ? undefined : changedCard(stored, info) },
    isNew: vaulted !== undefined,
    action,
    amount_in_cents: draft.due,
    tax_in_cents: draft.charge?.invoice.tax_in_cents ?? 0,
    currency: order.currency,
    gateway_code: terms.gateway_code || (presented ? offered?.input.gateway_code : held?.gateway_code) || null,
    network_transaction_id:
      presented || vaulted || confirmed?.action.presented ? null : (stored?.network_transaction_id ?? null),
    token_id: offered?.input.token_id ?? null,
    confirmed,
    recurring: false,
    initiator: 'customer',
    moto: method.moto,
    initiation: method.initiation,
    source: sourceOf(draft),
    prepare: (records) => reserveIfUnchanged(records, draft, order),
  };
};

export const sourceOf = ({ subscriptions }: OrderDraft): TransactionRecord['source'] =>
  subscriptions.added.length + subscriptions.updated.length > 0 ? 'subscription' : 'transaction';

/**
 * Returns the method on file with the changes of a request, such as the address that the order is taxed at: renewals
 * are taxed there too. Undefined if the request changes nothing, or presents another method.
 */
export const changedMethod = ({
  info,
  stored,
  offered,
  presented,
  confirmed,
}: OrderPaymentMethod): StoredMethod | undefined => {
  if (!info || !stored || presented || offered?.vaulted || confirmed) return undefined;
  const { reference, gateway_code, network_transaction_id } = stored;
  const held: Readonly<Record<string, unknown>> = { ...stored };
  return Object.entries(info).some(([name, value]) => held[name] !== value)
    ? { ...info, reference, gateway_code, network_transaction_id, on_file: true, roles: rolesIn(offered?.input ?? {}) }
    : undefined;
};

/**
 * Returns the billing info to store after the payment: the method in the request, or the changes to the one on file.
 */
export const methodToStore = (
  method: OrderPaymentMethod,
  info: Unverified,
  { answer, intent }: Taken,
): StoredMethod | undefined =>
  !method.presented && !method.offered?.vaulted && !method.confirmed?.action.presented
    ? changedMethod(method)
    : {
        ...info,
        mandate_reference: info.mandate_reference ?? answer.mandate_reference ?? null,
        reference: answer.method_reference,
        gateway_code: intent.gateway_code,
        network_transaction_id: answer.network_transaction_id,
        cc_bin_country: answer.method_country ?? info.cc_bin_country ?? null,
        roles: rolesIn(method.offered?.input ?? {}),
      };
