import { isRefusal, isTrouble } from '../../domain/payments/decline-codes.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { askIntent } from '../intents/ask-intent.ts';
import { repayAtGateway } from '../intents/follow-up.ts';
import { type IntentRuleDeps, LOOKUP_INTERVAL_MS } from '../intents/registry.ts';
import { recordOrder } from '../orders/record-order.ts';
import { returnGiftCard } from '../recording/gift-cards/gift-card-price.ts';
import { recordDeclinedOutcome, recordOutcome } from '../recording/request-outcome.ts';
import { type RepaymentResult, recordRefund, recordRefusals } from './record-refund.ts';
import { REFUND_INTENT } from './refund-intent.ts';

export interface Refunded {
  readonly outcome: 'refunded';
  /** The credit invoice. */
  readonly credit: string;
  /** The transactions of the repayments, in their order. */
  readonly transactions: readonly string[];
}

export type RefundOutcome = Refunded | DeclinedRefund;

export interface DeclinedRefund extends Declined {
  /** The gateway has not answered: the refund may still be made. */
  readonly underWay?: true;
}

/**
 * Carries out the refund that an intent holds, and records it in one transaction with the intent's end. `again`:
 * another process may have called the gateway before, so each repayment is looked up first, and only one that the
 * gateway never received is made. Everything is refunded once, and recorded once. A gateway that does not answer keeps
 * the intent open.
 */
export const carryOutRefund = async (
  deps: IntentRuleDeps,
  site: Site,
  intent: Intent,
  again = false,
): Promise<RefundOutcome> => {
  const { storage, world } = deps;
  const { draft, with: recorded } = REFUND_INTENT.read(intent);
  const { at, actor } = draft;
  const idempotency_key = draft.idempotency_key ?? undefined;
  const caller = { site, at, actor, correlation: intent.correlation, idempotency_key };
  const answers = await askIntent(deps, caller, intent, {
    call: () => repayAll(deps, site, intent, draft, again),
    verdictOf: (answers) => (isUnknown(answers) ? 'unknown' : isNothing(draft, answers) ? 'refused' : 'accepted'),
    async onAccepted(answers) {
      await storage.transaction(site.id, async (records) => {
        if (!(await records.intents.find(intent.id))) return;
        if (recorded) {
          const { what, changes } = recorded;
          await recordOrder(world, caller, records, recorded.draft, { what, changes });
        }
        await recordRefund(world, caller, records, draft, answers);
        await recordOutcome(records, caller, refundedBy(draft));
        await records.intents.close(intent);
      });
      return answers;
    },
    onRefused: (answers) => ({
      result: answers,
      isRecorded: async (_, open) => open === undefined,
      async record(records) {
        await recordRefusals(records, draft, answers);
        if (isUnknown(answers)) return;
        await returnGiftCard(records, draft);
        const { transaction, ...declined } = await declinedBy(records, answers);
        if (transaction) await recordDeclinedOutcome(records, caller, { ...declined, transaction });
      },
      waits: (open) => ({ ...open, leased_until_ms: world.clock.now() + LOOKUP_INTERVAL_MS }),
    }),
  });
  const outcome = await outcomeOf(deps, site, draft, answers);
  return isUnknown(answers) && outcome.outcome === 'declined' ? { ...outcome, underWay: true } : outcome;
};

const isUnknown = (answers: readonly RepaymentResult[]): boolean =>
  answers.some(({ answer }) => answer?.outcome === 'unknown');

const wasRefused = ({ answer }: RepaymentResult): boolean => answer !== null && isRefusal(answer);

/**
 * Whether a refund fails as a whole: everything was declined, and either the site refuses such refunds or a gateway was
 * not reached, which has declined nothing that could become credit instead.
 */
const isNothing = ({ declined }: Pick<RefundDraft, 'declined'>, answers: readonly RepaymentResult[]): boolean =>
  answers.length > 0 &&
  answers.every(wasRefused) &&
  (declined === 'refuse' ||
    answers.some(({ answer }) => answer !== null && isRefusal(answer) && isTrouble(answer.error_code)));

/**
 * Makes the repayments in their order. If a decline fails the whole refund, it stops there, unless money was refunded
 * before.
 */
const repayAll = async (
  deps: IntentRuleDeps,
  site: Site,
  intent: Intent,
  { at, repayments, declined }: RefundDraft,
  again: boolean,
): Promise<RepaymentResult[]> => {
  const answers: RepaymentResult[] = [];
  for (const [place, repayment] of repayments.entries()) {
    answers.push({
      repayment,
      answer: await repayAtGateway(deps.gateways, { site, at }, intent, repayment, place, again),
    });
    if (isNothing({ declined }, answers)) break;
  }
  return answers;
};

const refundedBy = ({ credit, repayments }: RefundDraft): Refunded => ({
  outcome: 'refunded',
  credit: credit.invoice.uuid,
  transactions: repayments.map(({ transaction_uuid }) => transaction_uuid),
});

/** Returns the recorded outcome, by this process or another one. */
const outcomeOf = async (
  { storage }: IntentRuleDeps,
  site: Site,
  draft: RefundDraft,
  answers: readonly RepaymentResult[],
): Promise<RefundOutcome> => {
  const records = storage.of(site.id);
  return (await records.invoices.find(draft.credit.invoice.uuid)) ? refundedBy(draft) : declinedBy(records, answers);
};

/** Returns the first decline, with the transaction that records it. */
const declinedBy = async (
  { transactions }: Pick<Records, 'transactions'>,
  answers: readonly RepaymentResult[],
): Promise<Declined> => {
  const refused = answers.find(wasRefused);
  const transaction = await transactions.find(refused?.repayment.refusal_uuid ?? '');
  return {
    outcome: 'declined',
    error_code: refused?.answer && isRefusal(refused.answer) ? refused.answer.error_code : 'unknown',
    ...(transaction ? { transaction } : {}),
  };
};
