import type { GatewayPayout, PayoutLine, PayoutLineKind } from '@service/billing/domain/payouts/payout.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { acceptDifference } from '@service/billing/usecases/payouts/accept-difference.ts';
import { recordPayouts } from '@service/billing/usecases/payouts/record-payouts.ts';
import { withdrawAcceptance } from '@service/billing/usecases/payouts/withdraw-acceptance.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import type { GatewayLogEntry } from '../../src/adapters/gateway/gateway-log.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { byPayment, heldOf, isPayment, resultOf } from './audit-money.ts';
import type { Ground } from './ground.ts';
import { type Books, readBooks } from './read-books.ts';
import { cents } from './sums.ts';

const GATEWAY = 'test';

/** Seconds for which the gateway keeps a payment: by then, one that its customer never confirmed is canceled. */
const KEPT = 2 * 86_400;

/** An amount that the gateway owes the merchant, or is owed below 0. */
type Owed = Pick<PayoutLine, 'line' | 'kind' | 'reference' | 'payment' | 'gross_in_cents'> & {
  readonly currency: string;
};

/** Cents by which the gateway pays some charges short, and what it keeps as a reserve. */
const SHORT = 3;
const RESERVE = 700;

/**
 * Pays out whatever the test gateway holds by its own log and was not paid out yet, one payout for each currency, and
 * records the payouts. The first charge of a payout is paid short, and each has a reserve that the books do not have:
 * both differences are accepted, and every other acceptance is withdrawn and given again.
 */
export const payingOut = ({ service, database }: Ground) => {
  const paid = new Map<string, number>();
  const { opened } = service.service;
  const world = openWorld(service.clock);
  return {
    async payOut(): Promise<void> {
      const site = (await opened.sites.find('demo')) as Site;
      const at = siteTime(site, world.clock);
      const fresh = owedBy(await readBooks(database), at, paid).filter(({ line }) => !paid.has(line));
      const differing: string[] = [];
      const payouts = [...Map.groupBy(fresh, ({ currency }) => currency)].map(([currency, some]): GatewayPayout => {
        const charge = some.find(({ kind, gross_in_cents }) => kind === 'charge' && gross_in_cents > SHORT);
        const reserve: Owed = {
          ...{ line: `reserve ${paid.size} ${currency}`, kind: 'adjustment', reference: null, payment: null },
          ...{ gross_in_cents: -RESERVE, currency },
        };
        const short = (owed: Owed): Owed =>
          owed === charge ? { ...owed, gross_in_cents: owed.gross_in_cents - SHORT } : owed;
        const lines = [...some.map(short), reserve].map((owed) => lineOf(owed, at));
        differing.push(...(charge ? [charge.line] : []), reserve.line);
        return {
          reference: `payout ${paid.size} ${currency}`,
          currency,
          amount_in_cents: lines.reduce((total, { net_in_cents }) => total + net_in_cents, 0),
          arrived_on: dayIn(site.time_zone, at),
          lines,
        };
      });
      // A payment that is voided later is returned as it was taken.
      for (const { line, gross_in_cents } of fresh) paid.set(line, gross_in_cents);
      if (payouts.length === 0) return;
      const caller = { site, at, actor: 'a test', correlation: '' };
      const deps = { storage: opened.storage, world };
      await recordPayouts(deps)(caller, GATEWAY, payouts);
      for (const [place, line] of differing.entries()) {
        await acceptDifference(deps)(caller, GATEWAY, line, 'Agreed');
        if (place % 2 === 0) continue;
        await withdrawAcceptance(deps)(caller, GATEWAY, line, 'Not agreed');
        await acceptDifference(deps)(caller, GATEWAY, line, 'Agreed after all');
      }
    },
  };
};

const lineOf = ({ currency, ...owed }: Owed, at: number): PayoutLine => {
  const fee_in_cents = owed.kind === 'charge' ? Math.round(owed.gross_in_cents * 0.029) + 30 : 0;
  return {
    ...owed,
    made_at: at,
    fee_in_cents,
    net_in_cents: owed.gross_in_cents - fee_in_cents,
    charged_in_cents: owed.gross_in_cents,
    charged_currency: currency,
  };
};

const owedBy = ({ calls, disputes, transactions }: Books, at: number, paid: ReadonlyMap<string, number>): Owed[] => {
  const payments = calls.filter((call) => call.reference !== null && isPayment(call));
  const currencies = new Map(payments.map(({ reference, currency }) => [reference, currency]));
  // A debit is paid out once the bank has settled it, which the log does not have.
  const settled = new Set(transactions.filter(({ status }) => status === 'success').map(({ reference }) => reference));
  const isDebit = ({ movements }: GatewayLogEntry): boolean => movements.includes('debit');
  const about = (kind: PayoutLineKind, reference: string | null, payment: string | null, gross_in_cents: number) => ({
    ...{ line: `${kind} ${reference} ${Math.sign(gross_in_cents)}`, kind, reference, payment, gross_in_cents },
    currency: currencies.get(payment) ?? '',
  });
  const refunds = calls.filter((call) => call.action === 'refund' && !('error_code' in resultOf(call)));
  const later = byPayment(calls);
  const refundsOf = byPayment(refunds);
  const taken = (payment: GatewayLogEntry): number =>
    heldOf(payment, later) +
    (refundsOf.get(payment.reference) ?? []).reduce((total, call) => total + resultOf(call).amount_in_cents, 0);
  // A payment that its customer has confirmed is an entry of its own.
  const isAccepted = (payment: GatewayLogEntry): boolean => !('error_code' in resultOf(payment));
  const isDue = (payment: GatewayLogEntry): boolean =>
    (payment.site_time ?? 0) <= at - KEPT && (!isDebit(payment) || settled.has(payment.reference));
  const charges = payments.filter((payment) => isAccepted(payment) && taken(payment) > 0 && isDue(payment));
  const wasPaid = (reference: string | null): number => paid.get(`charge ${reference} 1`) ?? 0;
  const isVoided = (reference: string | null): boolean =>
    (later.get(reference) ?? []).some(({ movements }) => movements.includes('void'));
  const isTaken = new Set(charges.map(({ reference }) => reference));
  const failed = transactions.filter(({ action, status, transaction_error: error }) => {
    return action === 'refund' && status === 'failed' && String(error).includes('transaction_failed_to_settle');
  });
  const paymentOf = new Map(calls.map(({ reference, about: of }) => [reference, of ?? null]));
  return [
    ...charges.map((payment) => about('charge', payment.reference, payment.reference, taken(payment))),
    ...refunds
      .filter((call) => isTaken.has(call.about ?? null))
      .map((call) => about('refund', call.reference, call.about ?? null, -resultOf(call).amount_in_cents)),
    ...payments
      .filter(({ reference }) => wasPaid(reference) > 0 && isVoided(reference))
      .map(({ reference }) => about('refund', `void ${reference}`, reference, -wasPaid(reference))),
    ...failed.map((refund) => {
      const reference = String(refund.reference);
      return about('refund', reference, paymentOf.get(reference) ?? null, cents(refund, 'amount_in_cents'));
    }),
    ...disputes.flatMap((dispute) => {
      const payment = transactions.find(({ uuid }) => uuid === dispute.transaction_uuid)?.reference ?? null;
      const [reference, amount] = [String(dispute.reference), cents(dispute, 'amount_in_cents')];
      const isWithdrawn = dispute.state === 'open' || dispute.state === 'lost';
      const line = (sign: 1 | -1) =>
        about('chargeback', reference, payment === null ? null : String(payment), sign * amount);
      return isWithdrawn ? [line(-1)] : [];
    }),
  ].filter(({ currency }) => currency !== '');
};
