import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findSubscription } from '@service/billing/queries/subscriptions.ts';
import { convertTrial } from '@service/billing/usecases/subscriptions/convert-trial.ts';
import { pauseSubscription } from '@service/billing/usecases/subscriptions/pause-subscription.ts';
import { postponeSubscription } from '@service/billing/usecases/subscriptions/postpone-subscription.ts';
import { previewRenewal } from '@service/billing/usecases/subscriptions/preview-renewal.ts';
import { reactivateSubscription } from '@service/billing/usecases/subscriptions/reactivate-subscription.ts';
import { resumeSubscription } from '@service/billing/usecases/subscriptions/resume-subscription.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { dayOf, moneyOf } from '../../parts/figures.ts';
import { formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { subscriptionPath } from '../../parts/paths.ts';
import { midnightOf, typedDay } from '../../parts/typed-day.ts';
import { type ConsoleRoute, type Filled, FormProblem, formPage } from '../../route.ts';
import { type ConsoleVisit, permitted } from '../../visit.ts';
import { type ToldDeps, toldCustomer } from '../money/told-customer.ts';
import { backToSubscription } from './subscription-parts.ts';

interface SmallAction {
  readonly action: string;
  readonly title: string;
  readonly explain: (visit: ConsoleVisit, subscription: ShownSubscription) => Promise<Markup | string>;
  readonly fields?: (visit: ConsoleVisit, filled: Filled, subscription: ShownSubscription) => Markup;
  readonly button: (visit: ConsoleVisit, subscription: ShownSubscription) => Promise<string>;
  readonly carryOut: (visit: ConsoleVisit, subscription: ShownSubscription, form: Form) => Promise<string>;
}

/** Pause, resume, reactivate, postpone, and end of a trial: forms with at most one field. */
export const smallActionRoutes = (deps: OrderDeps & ToldDeps): readonly ConsoleRoute[] => {
  const find = findSubscription(deps);
  const told = toldCustomer(deps);
  const renewalOf = previewRenewal(deps);
  const pause = permitted('subscriptions.change', pauseSubscription(deps));
  const resume = permitted('subscriptions.change', resumeSubscription(deps));
  const reactivate = permitted('subscriptions.change', reactivateSubscription(deps));
  const postpone = permitted('subscriptions.change', postponeSubscription(deps));
  const convert = permitted('subscriptions.change', convertTrial(deps));

  const nextCharge = async (visit: ConsoleVisit, subscription: ShownSubscription): Promise<string> => {
    const next = await renewalOf(visit.caller, subscription).catch(() => undefined);
    if (!next) return '';
    const total = next.draft.charge?.invoice.total_in_cents ?? 0;
    return ` The next invoice is ${moneyOf(total, subscription.currency)} on ${dayOf(visit, next.at)}.`;
  };

  const actions: readonly SmallAction[] = [
    {
      action: 'pause',
      title: 'Pause',
      explain: async (visit, { current_period_ends_at }) =>
        `It pauses at the end of the current period, ${dayOf(visit, current_period_ends_at ?? visit.caller.at)}, and is not billed meanwhile. It then resumes by itself.`,
      fields: (_, filled) =>
        inputField(filled, {
          name: 'cycles',
          label: 'Periods to pause',
          value: 1,
          attributes: { type: 'number', min: '1', inputmode: 'numeric', required: '' },
        }),
      button: async () => 'Pause the subscription',
      async carryOut(visit, { uuid }, { cycles }) {
        const after = await pause(visit, uuid, {
          value: { remaining_pause_cycles: wholeNumber('cycles', cycles) },
          issues: [],
        });
        return `The subscription pauses for ${after.remaining_pause_cycles} periods.`;
      },
    },
    {
      action: 'resume',
      title: 'Resume',
      explain: async (_, { state }) =>
        state === 'paused'
          ? 'It resumes at once and is billed for a new period.'
          : 'The pause that is planned is given up.',
      button: async (_, { state }) => (state === 'paused' ? 'Resume and bill now' : 'Give up the pause'),
      async carryOut(visit, { uuid }) {
        await resume(visit, uuid);
        return 'The subscription has resumed.';
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
          throw new FormProblem('Give a date such as 2026-12-31.', { day: 'Give a date.' });
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
  return actions.flatMap((one) => smallRoutes(find, told, one));
};

const smallRoutes = (
  find: ReturnType<typeof findSubscription>,
  told: ReturnType<typeof toldCustomer>,
  { action, title, explain, fields, button, carryOut }: SmallAction,
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
            fields?.(visit, filled, subscription) ?? '',
            formButtons(await button(visit, subscription), { back: here }),
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, form) {
      const subscription = await find(visit.caller, ctx.params.uuid ?? '');
      const done = await carryOut(visit, subscription, form);
      return {
        to: subscriptionPath(subscription.uuid),
        notice: `${done} ${await told(visit, subscription.account_code)}`,
      };
    },
  });

const wholeNumber = (name: string, text: string | undefined): number => {
  if (!/^[1-9]\d{0,3}$/.test(text ?? '')) {
    throw new FormProblem('Give a whole number, 1 or more.', { [name]: 'Give a whole number, 1 or more.' });
  }
  return Number(text);
};
