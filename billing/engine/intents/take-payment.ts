import { billingAddressOf } from '../../domain/billing-info/billing-address.ts';
import type { Unverified } from '../../domain/billing-info/billing-info.ts';
import type { Declined } from '../../domain/payments/declined.ts';
import { statementDescriptor } from '../../domain/payments/descriptor.ts';
import type { PaymentResult, Pending, Succeeded } from '../../domain/payments/gateway-result.ts';
import type { Intent, Reservation } from '../../domain/payments/intent.ts';
import { ACTION_MISMATCH, type ConfirmedAction, isConfirmed } from '../../domain/payments/payment-action.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { type Payer, transactionRecord } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { RequestedMethod } from '../../ports/gateway.ts';
import type { Records, TransactionHow } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { askWithinLimits, attemptOf, declinedByLimit, type LimitReached } from './attempt-limits.ts';
import { useConfirmed } from './confirmed-action.ts';
import { abandon } from './end-intent.ts';
import { failOver } from './fail-over.ts';
import { type PayloadOf, payloadOf } from './intent-payload.ts';
import { openIntent, type PaymentDeps } from './open-intent.ts';
import { type Collecting, isRecorded } from '../recording/invoices/record-collection.ts';
import { recordDecline } from '../recording/request-outcome.ts';
import { withAction } from './require-action.ts';

export interface Paying {
  /** An account's id, or `code:` and its code while it does not exist. */
  readonly subject: string;
  readonly accountId: string | null;
  readonly payer: Payer;
  readonly info: Unverified;
  readonly method: RequestedMethod;
  readonly action: 'purchase' | 'authorize';
  readonly amount_in_cents: number;
  readonly tax_in_cents: number;
  readonly currency: string;
  readonly gateway_code: string | null;
  /** The card network's id of the payment that the customer agreed to, where the method is stored. */
  readonly network_transaction_id: string | null;
  /** The token of the payment method in the request. */
  readonly token_id: string | null;
  /** The challenge that the customer passed: the gateway completes that payment. */
  readonly confirmed?: ConfirmedAction | undefined;
  readonly recurring: boolean;
  /** Who initiates the payment. Automatic attempts, when an invoice is due, have limits of their own. */
  readonly initiator: 'customer' | 'merchant';
  /** An order by mail or telephone: it counts as the customer's, who cannot be asked to confirm it. */
  readonly moto?: boolean | undefined;
  readonly source: TransactionRecord['source'];
  /** The invoice that is collected, if it is stored already: a declined attempt is listed with it. */
  readonly invoice_id?: string;
  /** Lets another process record the outcome for this invoice, when this one dies before it does. */
  readonly collecting?: Collecting;
  /**
   * Runs in the transaction that records the intent: checks again what may have changed, and reserves limited items.
   */
  readonly reserve: (records: Records) => Promise<Reservation | null>;
  /** What `reserve` does in the transaction that records the intent, and `refused` in that which records a decline. */
  readonly how?: TransactionHow | undefined;
  /** Runs in the transaction that records a decline: updates the invoice that is collected. */
  readonly refused?: (records: Records) => Promise<void>;
}

export interface Taken {
  readonly outcome: 'taken';
  readonly intent: Intent;
  readonly answer: Succeeded | Pending;
  readonly transaction: TransactionRecord;
}

/**
 * Takes a payment: records the intent and calls the gateway outside any transaction. A decline is recorded here as the
 * outcome of the request, and the reservations are released. The caller records a successful payment with `settle`.
 * Throws `simultaneous_request`, what `reserve` throws, and what consuming a token throws.
 */
export const takePayment =
  ({ storage, gateways, attempts, world }: Omit<PaymentDeps, 'vault'>) =>
  async (caller: Caller, paying: Paying): Promise<Taken | Declined> => {
    const { site, correlation } = caller;
    const { currency, info, action, method, amount_in_cents, initiator, network_transaction_id } = paying;
    const { confirmed } = paying;
    const account_code = paying.payer.account_code;
    const stored = 'reference' in method ? method.reference : undefined;
    const { invoice_id } = paying;
    if (
      confirmed &&
      !isConfirmed(confirmed, { operation: action, amount_in_cents, currency, account_code, invoice_id, stored })
    )
      return { outcome: 'declined', error_code: ACTION_MISMATCH };
    const choice = {
      gateway_code: paying.gateway_code,
      currency,
      type: info.type,
      card_type: info.card_type,
      country: info.country,
    };
    const chosen = confirmed ? confirmed.action.gateway_code : await gateways.choose(site, choice);
    if (!chosen) return { outcome: 'declined', error_code: 'no_gateway' };
    const attempt = attemptOf(caller, account_code, method, info);
    const present = paying.moto ? ('merchant' as const) : initiator;
    const isCounted = initiator === 'customer';
    const reached = isCounted ? await attempts.reached(attempt) : undefined;
    if (reached) return declinedByLimit(reached);

    const opened = await openIntent({ storage, gateways, world })(caller, {
      kind: 'payment',
      subject: paying.subject,
      gateway_code: chosen,
      async prepare(records) {
        await useConfirmed(records, confirmed);
        return paying.reserve(records);
      },
      how: paying.how,
      payload: { action, authorization: null, ...collectingOf(caller, paying) },
    });
    const mayFailOver = 'presented' in method && !confirmed;
    const calls = failOver({ storage, gateways, world }, site, opened, mayFailOver ? choice : undefined);
    const givenUp = () => storage.transaction(site.id, (records) => abandon(records, opened.id, caller.at));
    const ask = (gateway_code: string): Promise<PaymentResult> =>
      gateways[action]({
        site,
        gateway_code,
        key: opened.gateway_key,
        at: caller.at,
        correlation,
        method: confirmed ? { reference: confirmed.action.method_reference } : method,
        amount_in_cents,
        currency,
        billing_address: billingAddressOf(info),
        ip_address: info.ip_address,
        initiator: present,
        network_transaction_id,
        descriptor: statementDescriptor(site),
        confirmed_action: confirmed?.action.gateway_action ?? null,
      });
    let answer: PaymentResult | LimitReached;
    try {
      answer = isCounted
        ? await askWithinLimits({ attempts, world })(attempt, () => calls.ask(ask))
        : await calls.ask(ask);
    } catch (error) {
      // Rejected before anything was sent, for example because the token expired while it was held.
      if (error instanceof Failure) await givenUp();
      throw error;
    }
    if (answer.outcome === 'reached') {
      await givenUp();
      return declinedByLimit(answer);
    }
    const intent = calls.intent();
    const { gateway_code } = intent;
    const context = {
      ...paying,
      byToken: paying.token_id !== null,
      gateway_code,
      action: action === 'authorize' ? ('authorization' as const) : action,
    };
    const transaction = {
      ...transactionRecord(world, caller.at, context, answer),
      invoice_id: paying.invoice_id ?? null,
    };
    if (!('error_code' in answer)) return { outcome: 'taken', intent, answer, transaction };

    const presented = 'presented' in method || confirmed?.action.presented ? info : null;
    const { token_id } = paying;
    const about = {
      operation: action,
      gateway_code,
      account_code,
      currency,
      presented,
      token_id,
      invoice_id,
      initiator: present,
    };
    const decline = withAction(world, caller, about, answer, transaction);
    const declined = { outcome: 'declined', error_code: answer.error_code, transaction: decline.transaction } as const;
    await storage.transaction(
      site.id,
      async (records) => {
        // Another process found the lease ended, and has recorded the decline.
        if (paying.collecting && (await isRecorded(records, paying.collecting, transaction))) return;
        await decline.record(records);
        await paying.refused?.(records);
        await recordDecline(records, caller, declined);
        // The outcome of a call that timed out is not known yet: its intent stays open until its lease ends, and the
        // payment is looked up then.
        const open = await records.intents.find(intent.id);
        if (answer.outcome !== 'unknown') await abandon(records, intent.id, caller.at);
        else if (open) {
          const payload = { action, authorization: null, ...unansweredBy(caller, paying, decline.transaction) };
          await records.intents.save({ ...open, payload: payloadOf('payment', payload) });
        }
      },
      paying.how,
    );
    return declined;
  };

/** What the intent of a collection is completed by. */
const collectingOf = (
  { at, idempotency_key }: Caller,
  { collecting }: Paying,
): Pick<PayloadOf<'payment'>, 'collecting'> =>
  collecting ? { collecting: { ...collecting, at, idempotency_key: idempotency_key ?? null } } : {};

/** What looks up an attempt that was recorded without a response: its request has an outcome. */
const unansweredBy = (
  { at }: Caller,
  { collecting }: Paying,
  { uuid: unanswered }: TransactionRecord,
): Pick<PayloadOf<'payment'>, 'collecting'> =>
  collecting ? { collecting: { ...collecting, at, idempotency_key: null, unanswered } } : {};
