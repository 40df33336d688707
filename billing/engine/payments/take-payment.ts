import type { Unverified } from '../../billing-info/billing-info.ts';
import type { Caller } from '../../caller.ts';
import { Failure } from '../../failure.ts';
import type { Declined } from '../../payments/declined.ts';
import type { Approved, PaymentAnswer, Pending } from '../../payments/gateway-result.ts';
import type { Intent, Reservation } from '../../payments/intent.ts';
import type { ChargeRequest } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { type Payer, transactionRecord } from '../../transactions/transaction.ts';
import { recordDecline } from './answered-once.ts';
import { askWithinLimits, attemptOf, TOO_MANY_ATTEMPTS } from './attempt-limits.ts';
import { type IntentDeps, openIntent, type PaymentDeps } from './open-intent.ts';
import { abandon } from './reverse-abandoned.ts';

export interface Paying {
  /** An account's id, or `code:` and its code while it does not exist. */
  readonly subject: string;
  readonly accountId: string | null;
  readonly payer: Payer;
  readonly info: Unverified;
  readonly method: ChargeRequest['method'];
  readonly action: ChargeRequest['action'];
  readonly amount_in_cents: number;
  readonly tax_in_cents: number;
  readonly currency: string;
  readonly gateway_code: string | null;
  readonly byToken: boolean;
  readonly recurring: boolean;
  /** Who wants the payment now. Attempts that the service makes by itself, when an invoice falls due, have limits of their own. */
  readonly initiator: 'customer' | 'merchant';
  readonly source: TransactionRecord['source'];
  /** The invoice that is collected, where there is one already: a declined attempt is listed with it. */
  readonly invoice_id?: string;
  /** In the transaction that records the intent: judges again what may have changed, and takes what is scarce. */
  readonly reserve: (records: Records) => Promise<Reservation | null>;
  /** In the transaction that records a refusal: what it means for the invoice that is collected. */
  readonly refused?: (records: Records) => Promise<void>;
}

export interface Taken {
  readonly outcome: 'taken';
  readonly intent: Intent;
  readonly answer: Approved | Pending;
  readonly transaction: TransactionRecord;
}

/**
 * Takes money: the intent is recorded, the gateway called outside any transaction, a decline recorded here as the outcome of the request, and what was
 * reserved released. What was taken is recorded by the caller with `settle`. Throws `simultaneous_request`, what `reserve` throws, and what
 * consuming a token throws.
 */
export const takePayment =
  ({ storage, gateways, attempts, world }: Omit<PaymentDeps, 'vault'>) =>
  async (caller: Caller, paying: Paying): Promise<Taken | Declined> => {
    const { site, correlation } = caller;
    const { currency, info, action, method, amount_in_cents, recurring } = paying;
    const gateway_code = gateways.choose(site, { currency, type: info.type, gateway_code: paying.gateway_code });
    if (!gateway_code) return { outcome: 'declined', error_code: 'no_gateway' };
    const attempt = attemptOf(caller, paying.payer.account_code, method, info);
    const isCounted = paying.initiator === 'customer';
    if (isCounted && (await attempts.reached(attempt))) return { outcome: 'declined', error_code: TOO_MANY_ATTEMPTS };

    const intent = await openIntent({ storage, gateways, world })(caller, {
      kind: 'payment',
      subject: paying.subject,
      gateway_code,
      prepare: paying.reserve,
      payload: { action, authorization: null },
    });
    const givenUp = () => storage.transaction(site.id, (records) => abandon(records, intent.id, caller.at));
    const ask = (): Promise<PaymentAnswer> =>
      gateways.charge({
        site,
        gateway_code,
        key: intent.gateway_key,
        at: caller.at,
        correlation,
        action,
        method,
        amount_in_cents,
        currency,
        recurring,
      });
    let answer: PaymentAnswer | undefined;
    try {
      answer = isCounted ? await askWithinLimits({ attempts, world })(attempt, ask) : await ask();
    } catch (error) {
      // Refused before anything was sent, for example because the token expired while it was held.
      if (error instanceof Failure) await givenUp();
      throw error;
    }
    if (!answer) {
      await givenUp();
      return { outcome: 'declined', error_code: TOO_MANY_ATTEMPTS };
    }
    const asked = { ...paying, gateway_code, action: action === 'authorize' ? ('authorization' as const) : action };
    const transaction = {
      ...transactionRecord(world, caller.at, asked, answer),
      invoice_id: paying.invoice_id ?? null,
    };
    if ('method_reference' in answer) return { outcome: 'taken', intent, answer, transaction };

    const declined = { outcome: 'declined', error_code: answer.error_code, transaction } as const;
    await storage.transaction(site.id, async (records) => {
      await records.transactions.add(transaction);
      await paying.refused?.(records);
      await recordDecline(records, caller, declined);
      // The outcome of a call that timed out is not known yet: its intent stays open until its lease ends, and is looked up then.
      if (answer.outcome === 'declined') await abandon(records, intent.id, caller.at);
    });
    return declined;
  };

/**
 * Records what money was taken for, in one transaction with the end of its intent. When that is refused, the money is given back, so that there is no
 * charge without an invoice.
 */
export const settle =
  ({ storage, gateways }: IntentDeps) =>
  async <T>(
    { site, at, correlation }: Caller,
    { id, gateway_code, gateway_key }: Intent,
    record: (records: Records) => Promise<T>,
  ): Promise<T> => {
    try {
      return await storage.transaction(
        site.id,
        async (records) => {
          // Whoever took it for abandoned has reversed it.
          if (!(await records.intents.close(id))) throw new Failure('simultaneous_request');
          return record(records);
        },
        { numbering: true },
      );
    } catch (error) {
      // Of a commit that got no answer nobody knows whether it happened: the intent tells, when its lease is out.
      if (!(error instanceof Failure)) throw error;
      await gateways.reverse({ site, gateway_code, key: gateway_key, at, correlation });
      await storage.transaction(site.id, (records) => abandon(records, id, at));
      throw error;
    }
  };
