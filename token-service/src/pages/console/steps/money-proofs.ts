import { moneyProofLimit } from '@service/billing/domain/operators/refund-limit.ts';
import { type ConsoleRoute, type ProvedMoney, problemsOf } from '../route.ts';
import { type ConsoleStep, consoleVisitOf, sentForm } from '../visit.ts';
import { needFreshProof } from './fresh-proof.ts';

/**
 * `always`: needs a proof of identity within the last five minutes; `above the limit`: for more than `moneyProofLimit`;
 * `none`: moves no money.
 */
export type MoneyProof = 'always' | 'above the limit' | 'none';

/** The proof that each form needs whose permission moves money, by the name of its route without `console`. */
export const MONEY_PROOFS = {
  'approval approve': 'always',
  'approval decline': 'none',
  'customer charge': 'above the limit',
  'customer credit': 'above the limit',
  'customer invoice': 'above the limit',
  'dispute accept': 'always',
  'dispute evidence': 'none',
  'invoice apply-credit': 'above the limit',
  'invoice collect': 'above the limit',
  'invoice mark-failed': 'above the limit',
  'invoice record-payment': 'above the limit',
  'invoice refund': 'above the limit',
  'invoice void': 'above the limit',
  'past due together': 'above the limit',
  'subscription cancel': 'above the limit',
  'subscription change': 'above the limit',
  'subscription convert-trial': 'above the limit',
  'subscription pause': 'none',
  'subscription postpone': 'none',
  'subscription reactivate': 'none',
  'subscription resume': 'above the limit',
  'subscription undo-pause': 'none',
} as const satisfies Readonly<Record<string, MoneyProof>>;

/** Returns the proof that the form of a route needs for the money that it moves. */
export const moneyProofOf = ({ name }: Pick<ConsoleRoute, 'name'>): MoneyProof =>
  (MONEY_PROOFS as Readonly<Record<string, MoneyProof>>)[name.replace(/^console /, '')] ?? 'none';

/** Asks for a fresh proof where the form moves more than the limit. What is wrong in a form is left to the form. */
export const provedAboveLimit = ({ amountOf, keptOf }: ProvedMoney): ConsoleStep =>
  async function provedAboveLimit(ctx, next) {
    const [visit, form] = [consoleVisitOf(ctx), sentForm(ctx)];
    const amount = await amountOf(ctx, visit, form).catch((error: unknown) => {
      if (problemsOf(error)) return undefined;
      throw error;
    });
    const isMuch = amount !== undefined && amount > moneyProofLimit(visit.site);
    if (isMuch && needFreshProof(ctx, visit, await keptOf(ctx, visit, form))) return;
    await next();
  };
