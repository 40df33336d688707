import { currentPeriod } from '@service/billing/domain/subscriptions/periods.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { TransitionDeps } from '@service/billing/engine/subscriptions/carry-out-transition.ts';
import type { OperatorRecords } from '@service/billing/ports/operators.ts';
import { findRefundAllowance } from '@service/billing/queries/payments/refund-allowance.ts';
import { findSubscription } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { refundWithinLimit } from '@service/billing/usecases/operators/refund-within-limit.ts';
import { cancelSubscription } from '@service/billing/usecases/subscriptions/cancel-subscription.ts';
import { previewTermination } from '@service/billing/usecases/subscriptions/preview-termination.ts';
import { terminateSubscription } from '@service/billing/usecases/subscriptions/terminate-subscription.ts';
import { unlessRefused } from '@service/billing/values/failure.ts';
import { html } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import { dayOf, moneyOf } from '../../parts/figures.ts';
import {
  areaField,
  buttonOfChoice,
  choiceField,
  formButtons,
  formTrouble,
  type RadioChoice,
  radioField,
  secretForm,
} from '../../parts/form.ts';
import { subscriptionPath } from '../../parts/paths.ts';
import { allowanceInWords } from '../../parts/refund-allowance-words.ts';
import {
  type ConsoleRoute,
  type FormPage,
  FormProblem,
  type MoneyForm,
  MoneyUnderWay,
  StaleRecord,
} from '../../route.ts';
import { approvalHint, moneyFormPage } from '../../steps/moved-money.ts';
import { type ConsoleVisit, may, needPermission, withPermission } from '../../visit.ts';
import { describeCustomerMail } from '../money/customer-mail.ts';
import { owedOf, stillOwedSection, unpaidInvoices } from './owed.ts';
import { backToSubscription } from './subscription-parts.ts';

/** Reasons to choose from where the site has none of its own. */
const REASONS = [
  'Too expensive',
  'Not used enough',
  'A feature is missing',
  'Went to another provider',
  'Problems with quality or support',
  'Payment problems',
  'Asked by mistake',
] as const;

const WAYS = ['period_end', 'term_end', 'now', 'now_partial', 'now_full'] as const;
type Way = (typeof WAYS)[number];
const REFUNDS = { now: 'none', now_partial: 'partial', now_full: 'full' } as const;

const hasEnded = ({ state }: ShownSubscription): boolean => state === 'expired';

const isEnding = (way: Way): way is keyof typeof REFUNDS => way in REFUNDS;

const isMoving = (way: string | undefined): way is 'now_partial' | 'now_full' =>
  way === 'now_partial' || way === 'now_full';

export interface CancelDeps extends TransitionDeps {
  readonly operators: Pick<OperatorRecords, 'spend' | 'spent' | 'unspend' | 'all' | 'assignments'>;
  readonly hasMailServer: boolean;
}

/** Cancels a subscription at the end of its period or term, or at once with or without a refund, with a reason. */
export const cancelRoutes = (deps: CancelDeps): readonly ConsoleRoute[] => {
  const find = findSubscription(deps);
  const mailSent = describeCustomerMail(deps);
  const preview = previewTermination(deps);
  const cancel = withPermission('subscriptions.cancel', cancelSubscription(deps));
  const end = withPermission('subscriptions.cancel', terminateSubscription(deps));
  const withinLimit = refundWithinLimit(deps);
  const allowanceOf = findRefundAllowance(deps);
  const unpaidOf = unpaidInvoices(deps);

  /** Returns the refund of each way, in cents. */
  const refundsOf = async (visit: ConsoleVisit, { uuid }: ShownSubscription) => {
    const [partial, full] = await Promise.all([
      unlessRefused(preview(visit.caller, uuid, 'partial')),
      unlessRefused(preview(visit.caller, uuid, 'full')),
    ]);
    return { now_partial: partial?.refund_in_cents ?? 0, now_full: full?.refund_in_cents ?? 0 };
  };

  const carryOut: MoneyForm['carryOut'] = async (of, visit, form) => {
    const subscription = await find(visit.caller, of);
    const { uuid, currency } = subscription;
    const way = WAYS.find((one) => one === form.when);
    if (!way) throw new FormProblem('Choose when the subscription ends.');
    if (form.revision !== String(subscription.revision)) {
      throw new StaleRecord('The subscription was changed meanwhile. Check the choices, then press the button again.');
    }
    const said = { cancel_reason: form.reason || null, cancel_comment: form.comment?.slice(0, 500) || null };
    const stays = async (): Promise<string> => {
      const owed = owedOf(await unpaidOf(visit, subscription));
      return owed > 0 ? ` ${moneyOf(owed, currency)} is still owed, and is collected as before.` : '';
    };
    if (!isEnding(way)) {
      const timeframe = way === 'term_end' ? way : undefined;
      const after = await cancel(visit, uuid, { value: { timeframe, said }, issues: [] });
      const ends = after.expires_at === null ? '' : ` It ends on ${dayOf(visit, after.expires_at)}.`;
      return {
        to: subscriptionPath(uuid),
        notice: `The subscription is canceled.${ends}${await stays()} ${await mailSent(visit, subscription.account_code)}`,
      };
    }
    const refund = way === 'now' ? 0 : (await refundsOf(visit, subscription))[way];
    const ended = async (): Promise<void> => {
      // What was said when it was canceled stays, and is noted already.
      const isSaid =
        said.cancel_reason === subscription.cancel_reason && said.cancel_comment === subscription.cancel_comment;
      const outcome = await end(visit, uuid, {
        refund: REFUNDS[way],
        charge: true,
        ...(isSaid ? {} : { said }),
      });
      if (outcome.outcome !== 'declined') return;
      if (outcome.underWay) {
        throw new MoneyUnderWay(
          'The gateway has not answered, so the refund may still be made, and the subscription end with it. Look at it again in some minutes.',
        );
      }
      throw new FormProblem(
        `The refund was declined, so nothing was changed. ${english.decline(outcome.error_code).merchant_message}`,
      );
    };
    if (refund === 0) await ended();
    else {
      needPermission(visit, 'invoices.refund');
      const { site, operator, roles } = visit;
      await withinLimit({ site, operator, roles, amount_in_cents: refund, currency }, ended);
    }
    const refunded = refund > 0 ? ` ${moneyOf(refund, currency)} was refunded.` : ' Nothing was refunded.';
    return {
      to: subscriptionPath(uuid),
      notice: `The subscription has ended.${refunded}${await stays()} ${await mailSent(visit, subscription.account_code)}`,
    };
  };

  const page: Pick<FormPage, 'path' | 'name' | 'ask'> = {
    path: '/subscriptions/:uuid/cancel',
    name: 'subscription cancel',
    async ask(ctx, visit, filled) {
      const subscription = await find(visit.caller, ctx.params.uuid ?? '');
      const { uuid, currency, plan_name, cancel_reason, cancel_comment } = subscription;
      if (hasEnded(subscription)) {
        return {
          title: `${plan_name} has ended`,
          back: backToSubscription(subscription),
          content: [
            html`<p>There is nothing to cancel: the subscription has ended. Refund its last invoice on the page of that invoice.</p>`,
          ],
        };
      }
      const isCanceled = subscription.state === 'canceled';
      const [refunds, unpaid] = await Promise.all([refundsOf(visit, subscription), unpaidOf(visit, subscription)]);
      const offered = visit.site.cancel_reasons.length > 0 ? visit.site.cancel_reasons : REASONS;
      // The reason that is kept may be one that is not offered any more.
      const reasons = [...new Set([...offered, ...(cancel_reason === null ? [] : [cancel_reason])])];
      const allowance = await allowanceOf(visit.caller, visit, currency);
      const choices = waysOf(visit, subscription, refunds, (cents) => moneyOf(cents, currency));
      return {
        title: isCanceled ? `End ${plan_name} now` : `Cancel ${plan_name}`,
        back: backToSubscription(subscription),
        content: [
          html`${formTrouble(filled)}${
            isCanceled && subscription.expires_at !== null
              ? html`<p>It is canceled and ends by itself on ${dayOf(visit, subscription.expires_at)}. Here it ends at once.</p>`
              : ''
          }${stillOwedSection(visit, unpaid, currency)}`,
          secretForm(visit, { action: `${visit.prefix}${subscriptionPath(uuid, 'cancel')}` }, [
            html`<input type="hidden" name="revision" value="${subscription.revision}">`,
            radioField(
              filled,
              {
                name: 'when',
                label: 'When it ends',
                value: choices[0]?.value,
                hint: choices.some(({ value }) => isMoving(value))
                  ? `${allowanceInWords(allowance)}${approvalHint(visit, currency)}`
                  : '',
              },
              choices,
            ),
            choiceField(filled, { name: 'reason', label: 'Reason', value: cancel_reason }, [
              ['', 'Not known'],
              ...reasons.map((reason) => [reason, reason] as const),
            ]),
            areaField(filled, {
              name: 'comment',
              label: 'In their own words',
              value: cancel_comment,
              hint: 'Kept with the subscription and shown in the timeline. The customer does not see it.',
              attributes: { maxlength: '500' },
            }),
            formButtons(buttonOfChoice(choices, isCanceled ? 'End the subscription now' : 'Cancel the subscription'), {
              back: `${visit.prefix}${subscriptionPath(uuid)}`,
              danger: true,
              keep: isCanceled ? 'Let it end by itself' : 'Keep it',
            }),
          ]),
        ],
      };
    },
  };

  return moneyFormPage(deps, page, {
    kind: 'subscription_refund',
    parameter: 'uuid',
    async movedBy(of, visit, { when, revision }) {
      if (!isMoving(when)) return undefined;
      const subscription = await find(visit.caller, of);
      if (revision !== String(subscription.revision)) return undefined;
      const { currency, account_code } = subscription;
      return { amount_in_cents: (await refundsOf(visit, subscription))[when], currency, account_code };
    },
    valuesOf: (_, __, { when, reason, comment }) => ({ when, reason, comment }),
    carryOut,
  });
};

const waysOf = (
  visit: ConsoleVisit,
  subscription: ShownSubscription,
  refunds: Readonly<Record<'now_partial' | 'now_full', number>>,
  money: (cents: number) => string,
): readonly RadioChoice[] => {
  const { state, current_term_ends_at } = subscription;
  if (state === 'future') {
    const button = 'Cancel before it starts';
    return [{ value: 'period_end', label: 'Now', hint: 'It has not started; it is removed.', button }];
  }
  const ends = currentPeriod(subscription).endsAt;
  const later =
    state === 'active'
      ? [
          {
            value: 'period_end',
            label: `At the end of the period, ${dayOf(visit, ends)}`,
            hint: 'The customer keeps what is paid for. Nothing is refunded.',
            button: `Cancel at the end of the period (${dayOf(visit, ends)})`,
          },
          ...(current_term_ends_at !== null && current_term_ends_at > ends
            ? [
                {
                  value: 'term_end',
                  label: `At the end of the term, ${dayOf(visit, current_term_ends_at)}`,
                  hint: 'It renews until then.',
                  button: `Cancel at the end of the term (${dayOf(visit, current_term_ends_at)})`,
                },
              ]
            : []),
        ]
      : [];
  const verb = state === 'canceled' ? 'End' : 'Cancel';
  const now = { value: 'now', label: 'Now, without a refund', button: `${verb} now without a refund` };
  const withRefund = [
    { value: 'now_partial', part: 'the unused part', cents: refunds.now_partial },
    { value: 'now_full', part: 'the last invoice', cents: refunds.now_full },
  ]
    .filter(({ cents }) => cents > 0 && may(visit, 'invoices.refund'))
    .map(({ value, part, cents }) => ({
      value,
      label: `Now, and refund ${part}: ${money(cents)}`,
      button: `${verb} now and refund ${money(cents)}`,
    }));
  return [...later, now, ...withRefund];
};
