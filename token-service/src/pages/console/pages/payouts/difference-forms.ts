import type { ReportColumn } from '@service/billing/domain/reports/report.ts';
import { type ComparedItem, findComparedItem } from '@service/billing/queries/payouts/compared-item.ts';
import { acceptDifference } from '@service/billing/usecases/payouts/accept-difference.ts';
import { withdrawAcceptance } from '@service/billing/usecases/payouts/withdraw-acceptance.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { reportBehind } from '../../parts/back-to-report.ts';
import { dayOf, factList, moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { areaField, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { LEDGER_NAMES } from '../../parts/ledger-names.ts';
import { acceptPath, withdrawPath } from '../../parts/paths.ts';
import { ConsoleRefused } from '../../refused.ts';
import { type ConsoleRoute, type FormPageContent, formPage } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { reportValueText } from '../reports/report-words.ts';
import type { PayoutPagesDeps } from './payout-deps.ts';

const RECONCILIATION = { href: '/reports/reconciliation', label: 'Reconciliation' };

/** Returns the gateway account and the item that an address or a form names. */
const itemOf = ({ gateway, item }: Form): readonly [string, string] => {
  if (gateway === undefined || item === undefined) throw new ConsoleRefused('missing');
  return [gateway, item];
};

/** The report that led to a form, with its days and filters. */
const backOf = ({ back }: Form) => reportBehind(back) ?? RECONCILIATION;

/** The forms that accept an open difference, and withdraw what was accepted. Both need a reason. */
export const differenceForms = (deps: PayoutPagesDeps): readonly ConsoleRoute[] => {
  const find = findComparedItem(deps);
  const accept = withPermission('payouts.record', acceptDifference(deps));
  const withdraw = withPermission('payouts.record', withdrawAcceptance(deps));

  const found = async (visit: ConsoleVisit, { values }: FilledForm): Promise<ComparedItem> => {
    const [gateway, item] = itemOf(values);
    return find(visit, gateway, item).catch((error: unknown) => {
      if (error instanceof Failure && error.symbol === 'precondition_failed') throw new ConsoleRefused('missing');
      throw error;
    });
  };

  return [
    ...formPage({
      path: '/payouts/accept',
      name: 'payout accept',
      permission: 'payouts.record',
      async ask(_, visit, filled) {
        const compared = await found(visit, filled);
        const { gateway_code, item, currency, match, accepted_in_cents } = compared;
        const open = moneyOf(match.difference_in_cents, currency);
        const withdrawal = html`<a href="${visit.prefix}${withdrawPath(gateway_code, item)}">Withdraw what was accepted</a>`;
        return pageAbout(visit, filled, compared, [
          match.difference_in_cents === 0
            ? html`<p>There is nothing to accept: no difference is open. ${accepted_in_cents === 0 ? '' : withdrawal}</p>`
            : reasonForm(visit, filled, compared, {
                action: acceptPath(gateway_code, item),
                text: html`<p>The amount is posted to the ledger account ${LEDGER_NAMES.payout_differences}, dated like the payout or payment, and the difference is no longer open. Adopt a payment that is only at the gateway first, if it is one of this site.</p>`,
                button: `Accept the difference of ${open}`,
              }),
        ]);
      },
      async carryOut(_, visit, form) {
        const { amount_in_cents, currency } = await accept(visit, ...itemOf(form), form.reason ?? '');
        return {
          to: backOf(form).href,
          notice: `The difference of ${moneyOf(amount_in_cents, currency)} is accepted. It was posted to ${LEDGER_NAMES.payout_differences}.`,
        };
      },
    }),
    ...formPage({
      path: '/payouts/withdraw',
      name: 'payout withdraw',
      permission: 'payouts.record',
      async ask(_, visit, filled) {
        const compared = await found(visit, filled);
        const { gateway_code, item, currency, accepted_in_cents } = compared;
        return pageAbout(visit, filled, compared, [
          accepted_in_cents === 0
            ? html`<p>There is nothing to withdraw: nothing of it is accepted.</p>`
            : reasonForm(visit, filled, compared, {
                action: withdrawPath(gateway_code, item),
                text: html`<p>The opposite amount is posted to the ledger account ${LEDGER_NAMES.payout_differences}, and the difference is open again.</p>`,
                button: `Withdraw the acceptance of ${moneyOf(accepted_in_cents, currency)}`,
              }),
        ]);
      },
      async carryOut(_, visit, form) {
        const { amount_in_cents, currency } = await withdraw(visit, ...itemOf(form), form.reason ?? '');
        return {
          to: backOf(form).href,
          notice: `The acceptance is withdrawn: ${moneyOf(amount_in_cents, currency)} was posted to ${LEDGER_NAMES.payout_differences}.`,
        };
      },
    }),
  ];
};

const pageAbout = (
  visit: ConsoleVisit,
  filled: FilledForm,
  compared: ComparedItem,
  content: readonly Markup[],
): FormPageContent => ({
  title: `Difference of ${compared.item}`,
  back: backOf(filled.values),
  content: [html`${formTrouble(filled)}`, factsOf(visit, compared), ...content],
});

const RESULT: ReportColumn = { name: 'result', label: 'Result', kind: 'text' };

const factsOf = (visit: ConsoleVisit, compared: ComparedItem): Markup => {
  const { gateway_code, payout_reference, currency, match, charged_in_cents, dated_at } = compared;
  const { accepted_in_cents, accepted_reason } = compared;
  const amount = (cents: number | null) => (cents === null ? 'nothing' : moneyOf(cents, currency));
  return factList([
    { label: 'Result', value: reportValueText(RESULT, match.result, currency) },
    { label: 'Date', value: dayOf(visit, dated_at) },
    { label: 'Gateway', value: gateway_code },
    { label: 'Payout', value: payout_reference ?? 'none' },
    { label: 'At the gateway', value: amount(charged_in_cents) },
    { label: 'In the books', value: amount(match.booked_in_cents) },
    {
      label: 'Accepted',
      value: accepted_in_cents === 0 ? null : `${amount(accepted_in_cents)}: ${accepted_reason ?? ''}`,
    },
    { label: 'Open', value: amount(match.difference_in_cents) },
  ]);
};

const reasonForm = (
  visit: ConsoleVisit,
  filled: FilledForm,
  { gateway_code, item }: ComparedItem,
  { action, text, button }: { readonly action: string; readonly text: Markup; readonly button: string },
): Markup =>
  secretForm(visit, { action: `${visit.prefix}${action.split('?')[0]}` }, [
    text,
    html`<input type="hidden" name="gateway" value="${gateway_code}"><input type="hidden" name="item" value="${item}"><input type="hidden" name="back" value="${backOf(filled.values).href}">`,
    areaField(filled, {
      name: 'reason',
      label: 'Reason',
      hint: 'The audit log keeps it, and the report shows it.',
      attributes: { required: '', maxlength: '500' },
    }),
    formButtons(button, { back: `${visit.prefix}${backOf(filled.values).href}` }),
  ]);
