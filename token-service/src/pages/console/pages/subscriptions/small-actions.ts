import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { resumeAt } from '@service/billing/domain/subscriptions/pause.ts';
import { currentPeriod } from '@service/billing/domain/subscriptions/periods.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import { findSubscription } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { convertTrial } from '@service/billing/usecases/subscriptions/convert-trial.ts';
import { pauseSubscription } from '@service/billing/usecases/subscriptions/pause-subscription.ts';
import { postponeSubscription } from '@service/billing/usecases/subscriptions/postpone-subscription.ts';
import { previewRenewal } from '@service/billing/usecases/subscriptions/preview-renewal.ts';
import { previewResume } from '@service/billing/usecases/subscriptions/preview-resume.ts';
import { reactivateSubscription } from '@service/billing/usecases/subscriptions/reactivate-subscription.ts';
import { resumeSubscription } from '@service/billing/usecases/subscriptions/resume-subscription.ts';
import { unlessRefused } from '@service/billing/values/failure.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { totalAndDue } from '../../parts/draft-sums.ts';
import { dayOf, moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { subscriptionPath } from '../../parts/paths.ts';
import { stateWord } from '../../parts/state-words.ts';
import { midnightOf, typedDay } from '../../parts/typed-day.ts';
import { refuseUnseen, seenFields, type VersionValues } from '../../record-version.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { type CustomerMailDeps, describeCustomerMail } from '../money/customer-mail.ts';
import { isPausing, pauseInWords, pauseLength } from './pause-words.ts';
import { backToSubscription, priceInWords } from './subscription-parts.ts';

interface SmallAction {
  readonly action: string;
  readonly title: string;
  readonly explain: (visit: ConsoleVisit, subscription: ShownSubscription) => Promise<Markup | string>;
  readonly fields?: (visit: ConsoleVisit, filled: FilledForm, subscription: ShownSubscription) => Markup;
  readonly button: (visit: ConsoleVisit, subscription: ShownSubscription) => Promise<string>;
  /** Returns the cents that it charges at once. */
  readonly amountOf?: (visit: ConsoleVisit, subscription: ShownSubscription) => Promise<number | undefined>;
  readonly carryOut: (visit: ConsoleVisit, subscription: ShownSubscription, form: Form) => Promise<string>;
}

/** Pause, resume, reactivate, postpone, and end of a trial: forms with at most one field. */
export const smallActionRoutes = (deps: OrderDeps & CustomerMailDeps): readonly ConsoleRoute[] => {
  const find = findSubscription(deps);
  const mailSent = describeCustomerMail(deps);
  const renewalOf = previewRenewal(deps);
  const preview = previewResume(deps);
  const findBilled = findInvoice(deps);
  const pause = withPermission('subscriptions.change', pauseSubscription(deps));
  const resume = withPermission('subscriptions.change', resumeSubscription(deps));
  const reactivate = withPermission('subscriptions.change', reactivateSubscription(deps));
  const postpone = withPermission('subscriptions.change', postponeSubscription(deps));
  const convert = withPermission('subscriptions.change', convertTrial(deps));

  const nextCharge = async (visit: ConsoleVisit, subscription: ShownSubscription): Promise<string> => {
    const next = await unlessRefused(renewalOf(visit.caller, subscription));
    if (!next) return '';
    const total = next.draft.charge?.invoice.total_in_cents ?? 0;
    const amount = totalAndDue(total, next.draft.due, subscription.currency);
    return ` The next invoice is made on ${dayOf(visit, next.at)}: ${amount}.`;
  };

  const actions: readonly SmallAction[] = [
    {
      action: 'pause',
      title: 'Pause',
      explain: async (visit, subscription) =>
        pauseInWords(visit, subscription) ||
        `It pauses at the end of the current period, ${dayOf(visit, currentPeriod(subscription).endsAt)}, and is not billed meanwhile. It then resumes by itself.`,
      fields: (visit, filled, subscription) =>
        inputField(filled, {
          name: 'cycles',
          label: subscription.state === 'paused' ? 'Periods that are left' : 'Periods to pause',
          value: subscription.remaining_pause_cycles ?? 1,
          hint: pauseHint(visit, subscription),
          attributes: { type: 'number', min: '1', inputmode: 'numeric', required: '' },
        }),
      button: async (_, { paused_at }) => (paused_at === null ? 'Pause the subscription' : 'Change the pause'),
      async carryOut(visit, { uuid }, { cycles }) {
        const after = await pause(visit, uuid, {
          value: { remaining_pause_cycles: wholeNumber('cycles', cycles) },
          issues: [],
        });
        return pauseInWords(visit, after);
      },
    },
    {
      action: 'resume',
      title: 'Resume',
      explain: async (visit, subscription) =>
        `${pauseInWords(visit, subscription)} Resumed now, it is billed at once for a new period.`,
      async button(visit, { uuid, currency }) {
        const draft = (await unlessRefused(preview(visit.caller, uuid)))?.draft;
        return draft ? `Resume and bill ${moneyOf(draft.due, currency)} now` : 'Resume';
      },
      amountOf: async (visit, { uuid }) => (await unlessRefused(preview(visit.caller, uuid)))?.draft?.due,
      async carryOut(visit, { uuid }) {
        const { invoice } = await resume(visit, uuid);
        const billed = invoice === null ? undefined : await findBilled(visit.caller, invoice);
        // It is billed for the period that begins now, unless that costs nothing.
        return billed && billed.created_at >= visit.caller.at
          ? `The subscription has resumed. ${billedInWords(billed)}`
          : 'The subscription has resumed.';
      },
    },
    {
      action: 'undo-pause',
      title: 'Undo the pause',
      explain: async (visit, subscription) => {
        if (!isPausing(subscription)) return 'No pause is scheduled. A pause that has begun ends with “Resume”.';
        return `${pauseInWords(visit, subscription)} Without the pause, it renews on ${dayOf(visit, subscription.paused_at ?? visit.caller.at)} as before. Nothing is charged now.`;
      },
      button: async () => 'Undo the pause',
      async carryOut(visit, subscription) {
        if (!isPausing(subscription)) throw new FormProblem('No pause is scheduled, so nothing was changed.');
        const after = await pause(visit, subscription.uuid, { value: { remaining_pause_cycles: 0 }, issues: [] });
        return `The pause was undone; the subscription renews as before.${await nextCharge(visit, after)}`;
      },
    },
    {
      action: 'reactivate',
      title: 'Reactivate',
      explain: async (visit, subscription) =>
        `It was canceled and would end on ${dayOf(visit, subscription.expires_at ?? visit.caller.at)}. Reactivated, it renews as before. Nothing is charged now.`,
      button: async () => 'Reactivate the subscription',
      async carryOut(visit, { uuid }) {
        const after = await reactivate(visit, uuid);
        return `The subscription renews again.${await nextCharge(visit, after)}`;
      },
    },
    {
      action: 'postpone',
      title: 'Postpone the next invoice',
      explain: async (visit, subscription) =>
        `The current period becomes longer or shorter, without a charge or a credit.${await nextCharge(visit, subscription)}`,
      fields: (visit, filled, { current_period_ends_at, starts_at }) =>
        inputField(filled, {
          name: 'day',
          label: 'Next invoice on',
          value: midnightOf(visit.site, starts_at ?? current_period_ends_at ?? visit.caller.at),
          hint: `At the beginning of the day, in the time zone of the site (${visit.site.time_zone}).`,
          attributes: { type: 'date', required: '' },
        }),
      button: async () => 'Postpone',
      async carryOut(visit, { uuid }, { day }) {
        const nextBillDate = typedDay(visit.site, day);
        if (nextBillDate === undefined)
          throw new FormProblem('Enter a date such as 2026-12-31.', { day: 'Enter a date.' });
        await postpone(visit, uuid, { value: { nextBillDate, bulk: false }, issues: [] });
        return `The next invoice is made on ${dayOf(visit, nextBillDate)}.`;
      },
    },
    {
      action: 'convert-trial',
      title: 'End the trial',
      explain: async () => 'The trial ends now, and the first period is billed at once.',
      button: async (_, { unit_amount_in_cents, quantity, currency }) =>
        `End the trial and bill ${moneyOf(unit_amount_in_cents * quantity, currency)} before tax and discounts`,
      amountOf: async (_, { unit_amount_in_cents, quantity }) => unit_amount_in_cents * quantity,
      async carryOut(visit, { uuid }) {
        const outcome = await convert(visit, uuid, { value: {}, issues: [] });
        if (outcome.outcome === 'declined') {
          throw new FormProblem(
            `The payment was declined, so the trial goes on. ${english.decline(outcome.error_code).merchant_message}`,
          );
        }
        return 'The trial has ended, and the first period is billed.';
      },
    },
  ];
  return actions.flatMap((one) => smallRoutes(find, mailSent, one));
};

/** Says what was billed, and whether it is paid. */
const billedInWords = (invoice: ShownInvoice): string => {
  const amount = moneyOf(invoice.total_in_cents, invoice.currency);
  const billed = `${amount} was billed with invoice ${invoiceName(invoice)}`;
  return `${billed}${invoice.state === 'paid' ? ', and collected' : ', and is not paid yet'}.`;
};

/** Returns what an operator decides by in these forms, and another one may change meanwhile. */
const seenOf = (visit: ConsoleVisit, subscription: ShownSubscription): VersionValues => {
  const day = (at: Seconds | null) => (at === null ? '' : dayOf(visit, at));
  const { state, plan_name, currency, paused_at, remaining_pause_cycles, expires_at } = subscription;
  return {
    state: stateWord('subscription', state),
    price: `${plan_name}, ${priceInWords(subscription, currency)}`,
    'period ends': day(subscription.current_period_ends_at),
    starts: day(subscription.starts_at),
    'pause from': day(paused_at),
    'periods of the pause': String(remaining_pause_cycles ?? ''),
    ends: day(expires_at),
  };
};

const smallRoutes = (
  find: ReturnType<typeof findSubscription>,
  mailSent: ReturnType<typeof describeCustomerMail>,
  { action, title, explain, fields, button, amountOf, carryOut }: SmallAction,
): readonly ConsoleRoute[] =>
  formPage({
    path: `/subscriptions/:uuid/${action}`,
    name: `subscription ${action}`,
    permission: 'subscriptions.change',
    async ask(ctx, visit, filled) {
      const subscription = await find(visit.caller, ctx.params.uuid ?? '');
      const here = `${visit.prefix}${subscriptionPath(subscription.uuid)}`;
      return {
        title,
        back: backToSubscription(subscription),
        content: [
          html`${formTrouble(filled)}<p>${await explain(visit, subscription)}</p>`,
          secretForm(visit, { action: `${here}/${action}` }, [
            seenFields(seenOf(visit, subscription)),
            fields?.(visit, filled, subscription) ?? '',
            formButtons(await button(visit, subscription), { back: here }),
          ]),
        ],
      };
    },
    money: amountOf && {
      amountOf: async (ctx, visit) => amountOf(visit, await find(visit.caller, ctx.params.uuid ?? '')),
      keptOf: () => ({}),
    },
    async carryOut(ctx, visit, form) {
      const subscription = await find(visit.caller, ctx.params.uuid ?? '');
      refuseUnseen(form, seenOf(visit, subscription), 'The subscription was');
      const done = await carryOut(visit, subscription, form);
      return {
        to: subscriptionPath(subscription.uuid),
        notice: `${done} ${await mailSent(visit, subscription.account_code)}`,
      };
    },
  });

/** The length of a period, and the day on which the subscription resumes. */
const pauseHint = (visit: ConsoleVisit, subscription: ShownSubscription): string => {
  const { state, paused_at, remaining_pause_cycles } = subscription;
  const cycles = remaining_pause_cycles ?? 1;
  const planned = state === 'active' ? { paused_at: paused_at ?? currentPeriod(subscription).endsAt } : {};
  const resumes = resumeAt({ ...subscription, ...planned, remaining_pause_cycles: cycles });
  const until = resumes === null ? '' : ` With ${cycles}, it resumes on ${dayOf(visit, resumes)}.`;
  return `${pauseLength(1, subscription)}; ${pauseLength(2, subscription)}.${until}`;
};

const wholeNumber = (name: string, text: string | undefined): number => {
  if (!/^[1-9]\d{0,3}$/.test(text ?? '')) {
    throw new FormProblem('Enter a whole number, 1 or more.', { [name]: 'Enter a whole number, 1 or more.' });
  }
  return Number(text);
};
