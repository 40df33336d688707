import { type LookedUpPayment, lookUpPayment } from '@service/billing/usecases/transactions/look-up-payment.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import { moneyOf } from '../../parts/figures.ts';
import { paymentPath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, problemsOf, readingPage } from '../../route.ts';
import { consoleVisitOf, withPermission } from '../../visit.ts';
import { disputeOfPayment } from './dispute-words.ts';
import type { MoneyDeps } from './money-deps.ts';
import { codeInWords } from './money-parts.ts';

/** Asks the gateway for a payment, and shows its answer beside what is recorded. */
export const paymentLookUpPage = (deps: MoneyDeps): ConsoleRoute => {
  const lookUp = withPermission('payments.look_up', lookUpPayment(deps));
  return readingPage('/payments/:uuid/look-up', 'payment look-up', 'payments.look_up', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const uuid = ctx.params.uuid ?? '';
    const shell = { title: 'Look up at the gateway', back: { href: paymentPath(uuid), label: 'Payment' } };
    try {
      showPage(ctx, shell, [answerSection(await lookUp(visit, uuid))]);
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      showPage(ctx, shell, [html`<p class="trouble">${problems.form}</p>`], 422);
    }
  });
};

const answerSection = ({ recorded, gateway }: LookedUpPayment): Markup => {
  const name = recorded.gateway_code ?? '';
  if (gateway.outcome === 'unknown') {
    return html`<p class="trouble">The gateway ${name} did not answer. Nothing has changed. Try again in a minute.</p>`;
  }
  if (gateway.outcome === 'not_found') {
    return html`<p class="trouble">The gateway ${name} has no payment with the reference ${recorded.reference ?? ''}.</p>`;
  }
  const { result, currency, settlement, charged_back_in_cents: chargedBack } = gateway;
  const error = 'error_code' in result ? result.error_code : null;
  const rows: readonly (readonly [label: string, here: Markup | string, there: Markup | string])[] = [
    ['Outcome', stateBadge('payment', recorded.status), stateBadge('gateway_outcome', result.outcome)],
    ['Amount', moneyOf(recorded.amount_in_cents, recorded.currency), moneyOf(result.amount_in_cents, currency)],
    ['Settlement', recorded.settlement_due_at === null ? '–' : 'expected', settlement ? codeInWords(settlement) : '–'],
    [
      'Decline',
      recorded.transaction_error?.error_code ?? '–',
      error ? `${error}: ${english.decline(error).merchant_message}` : '–',
    ],
    [
      'Charged back',
      recorded.dispute_state ? disputeOfPayment(recorded.dispute_state) : '–',
      chargedBack ? moneyOf(chargedBack, currency) : '–',
    ],
    ['Reference', recorded.reference ?? '–', result.reference ?? '–'],
  ];
  return html`${consoleTable({
    caption: 'The payment as it is recorded and as the gateway has it',
    rows,
    empty: '',
    columns: [
      { name: 'fact', label: '', cell: ([label]) => label },
      { name: 'recorded', label: 'Recorded here', cell: ([, here]) => here },
      { name: 'gateway', label: `At the gateway ${name}`, cell: ([, , there]) => there },
    ],
  })}<p class="quiet">A look-up changes nothing. A payment that settles later is looked up by the worker as well.</p>`;
};
