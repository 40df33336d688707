import { endOf } from '@service/billing/domain/dunning/dunning.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { exactMomentOf, type Fact, momentOf } from '../../parts/figures.ts';
import type { ConsoleVisit } from '../../visit.ts';

const ENDS = {
  fail: 'the invoice is written off',
  keep: 'the invoice stays past due',
} as const;

/** `the invoice is written off, and any subscription on it ends`. */
export const finalAction = ({ invoice, subscription }: { invoice: 'fail' | 'keep'; subscription: 'expire' | 'keep' }) =>
  `${ENDS[invoice]}, and any subscription on it ${subscription === 'expire' ? 'ends' : 'continues'}`;

/** The dunning state of an invoice and its next step; nothing for one that never was past due. */
export const dunningFacts = (visit: ConsoleVisit, invoice: ShownInvoice): readonly Fact[] => {
  const { dunning, dunning_due_at, attempt_next_collection_at: attempt, unanswered_since } = invoice;
  return [
    ...(dunning
      ? [
          { label: 'State', value: dunningState(invoice) },
          { label: 'Campaign', value: `${dunning.campaign}, version ${dunning.version}` },
          { label: 'Began', value: momentOf(visit, dunning.started_at) },
          { label: 'Reminders so far', value: dunning.events_count },
          { label: 'Next step', value: dunning_due_at === null ? null : nextStep(visit, invoice) },
        ]
      : []),
    { label: 'Next attempt to collect', value: attempt === null ? null : exactMomentOf(visit, attempt) },
    {
      label: 'Waits for its gateway',
      value:
        unanswered_since === null
          ? null
          : html`${invoice.unanswered_gateway ?? ''} since ${momentOf(visit, unanswered_since)}`,
    },
  ];
};

/** Whether dunning of an invoice continues, and could be stopped. */
export const isInDunning = ({ state, dunning }: ShownInvoice): boolean =>
  (state === 'past_due' || state === 'processing') && dunning !== null && dunning.ended_at === null;

const dunningState = ({ state, dunning }: ShownInvoice): string => {
  if (state === 'paid') return 'ended by the payment';
  if (dunning?.final) return 'ended with its final step';
  if (dunning?.ended_at) return 'stopped';
  return state === 'past_due' || state === 'processing' ? 'under way' : 'ended';
};

const nextStep = (visit: ConsoleVisit, { dunning, dunning_due_at }: ShownInvoice): Markup | string => {
  if (!dunning || dunning_due_at === null) return '';
  const what =
    dunning_due_at >= endOf(dunning) ? `final step: ${finalAction(dunning.schedule)}` : 'reminder to the customer';
  return html`${what}, ${exactMomentOf(visit, dunning_due_at)}`;
};
