import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { RedemptionRecord } from '@service/billing/domain/coupons/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { findRedemption } from '@service/billing/queries/catalogue/coupons.ts';
import { findSubscribedCurrency, listSubscriptions } from '@service/billing/queries/subscriptions/subscriptions.ts';
import type { RedemptionInput } from '@service/billing/resources/redemption.ts';
import { defaultCurrency } from '@service/billing/resources/site.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import type {
  NextInvoiceChange,
  NextInvoiceChanges,
} from '@service/billing/usecases/redemptions/next-invoice-changes.ts';
import { previewRedemption } from '@service/billing/usecases/redemptions/preview-redemption.ts';
import { previewRemoval } from '@service/billing/usecases/redemptions/preview-removal.ts';
import { redeemCoupon } from '@service/billing/usecases/redemptions/redeem-coupon.ts';
import { removeRedemption } from '@service/billing/usecases/redemptions/remove-redemption.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { totalAndDue } from '../../parts/draft-sums.ts';
import { customerTitle, dayOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { choiceField, formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { customerPath, subscriptionPath } from '../../parts/paths.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, FormProblem, formPage, problemsOf } from '../../route.ts';
import { askedToShow, SHOWN_ID, showButton, shownField } from '../../shown-choice.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { discountInWords, durationInWords } from '../catalogue/coupon-words.ts';
import { removeCouponPath } from '../subscriptions/subscription-coupons.ts';

const MOST_OFFERED = 50;
const NO_MAIL = 'The customer was not sent a mail: the service sends none for this.';

/** The fields of a form as they are shown and sent. */
type Choice = readonly (readonly [name: 'code' | 'subscription' | 'currency', value: string])[];

const choiceIn = ({ code, subscription, currency }: Form): Choice => [
  ['code', code?.trim() ?? ''],
  ['subscription', subscription ?? ''],
  ['currency', currency ?? ''],
];

const requestOf = (account_code: string, { subscription, currency }: Form): Submitted<RedemptionInput> => ({
  value: {
    account_code,
    ...(subscription ? { subscription_uuid: subscription } : {}),
    ...(currency ? { currency } : {}),
  },
  issues: [],
});

/** Redeems a coupon for a customer or one of the subscriptions, and removes one, each after a preview. */
export const customerCoupons = (deps: OrderDeps): readonly ConsoleRoute[] => [
  ...redeemPages(deps),
  ...removePages(deps),
];

const redeemPages = (deps: OrderDeps): readonly ConsoleRoute[] => {
  const find = findAccount(deps);
  const subscriptions = listSubscriptions(deps);
  const subscribedIn = findSubscribedCurrency(deps);
  const preview = previewRedemption(deps);
  const redeem = withPermission('coupons.redeem', redeemCoupon(deps));

  const live = async (visit: ConsoleVisit, { id }: AccountRecord) => {
    const { records } = await subscriptions.page(visit.caller, {
      ...{ sort: 'created_at', order: 'desc', limit: MOST_OFFERED },
      filter: { account_id: id, state: 'live', at: visit.caller.at },
    });
    return records;
  };

  const shown = async (visit: ConsoleVisit, { account_code }: AccountRecord, form: Form): Promise<Markup> => {
    const code = form.code?.trim() ?? '';
    const previewing = preview(visit.caller, code, requestOf(account_code, form));
    const { coupon, redemption, replaced, next } = await withKnownCode(code, previewing);
    const replaces = replaced.map(({ coupon_code }) => coupon_code).join(', ');
    return html`<section id="${SHOWN_ID}" aria-labelledby="preview"><h2 id="preview">What it changes</h2>
<p>${redemption.coupon_code} takes off ${discountInWords(coupon)} ${durationInWords(coupon)}${redemption.subscription_id === null ? ', of all that the customer buys and that it covers' : ''}.${replaces ? ` It replaces ${replaces}, because the site has one coupon a customer at a time.` : ''}</p>
${changesTable(visit, next)}
${shownField(choiceIn(form))}
${formButtons(`Redeem ${redemption.coupon_code}`, { back: `${visit.prefix}${customerPath(account_code)}` })}</section>`;
  };

  return formPage({
    path: '/customers/:code/coupon',
    name: 'customer coupon',
    permission: 'coupons.redeem',
    keeps: ['code', 'subscription', 'currency'],
    async ask(ctx, visit, filled) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const { account_code } = account;
      const offered = await live(visit, account);
      const { preview: seen, filled: checked } = await previewed(filled, () => shown(visit, account, filled.values));
      return {
        title: 'Redeem a coupon',
        back: { href: customerPath(account_code), label: customerTitle(visit, account) },
        content: [
          html`${formTrouble(checked)}`,
          secretForm(visit, { action: `${visit.prefix}${customerPath(account_code, 'coupon')}` }, [
            inputField(checked, {
              name: 'code',
              label: 'Coupon code',
              hint: 'A code of the catalogue, or a unique code of a bulk coupon.',
              attributes: { required: '', autocomplete: 'off', autofocus: '' },
            }),
            choiceField(checked, { name: 'subscription', label: 'For' }, [
              ['', 'All that the customer buys'],
              ...offered.map(({ uuid, plan_name }) => [uuid, `${plan_name}, ${uuid.slice(0, 8)}…`] as const),
            ]),
            visit.site.currencies.length > 1
              ? choiceField(
                  checked,
                  {
                    name: 'currency',
                    label: 'Currency',
                    value: (await subscribedIn(visit.caller, account.id)) ?? defaultCurrency(visit.site),
                  },
                  visit.site.currencies.map((currency) => [currency, currency] as const),
                )
              : html`<input type="hidden" name="currency" value="${defaultCurrency(visit.site)}">`,
            showButton('Show what it changes'),
            seen,
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, form) {
      const { account_code } = await find(visit.caller, ctx.params.code ?? '');
      const asked = askedToShow(form, customerPath(account_code, 'coupon'), choiceIn(form));
      if (asked) return asked;
      const code = form.code?.trim() ?? '';
      const made = await withKnownCode(code, redeem(visit, code, requestOf(account_code, form)));
      return { to: holderPath(made), notice: `The coupon ${made.coupon_code} was redeemed. ${NO_MAIL}` };
    },
  });
};

const removePages = (deps: OrderDeps): readonly ConsoleRoute[] => {
  const find = findAccount(deps);
  const redemptionOf = findRedemption(deps);
  const preview = previewRemoval(deps);
  const remove = withPermission('coupons.redeem', removeRedemption(deps));
  return formPage({
    path: '/customers/:code/coupons/:redemption/remove',
    name: 'customer coupon remove',
    permission: 'coupons.redeem',
    async ask(ctx, visit, filled) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const { account_code } = account;
      const { redemption, next } = await preview(visit.caller, account_code, ctx.params.redemption ?? '');
      const { coupon_code, uuid, ended_at } = redemption;
      const back = { href: holderPath(redemption), label: customerTitle(visit, account) };
      if (ended_at !== null) {
        return {
          title: `Remove ${coupon_code}`,
          back,
          content: [html`<p>It was removed ${dayOf(visit, ended_at)}.</p>`],
        };
      }
      return {
        title: `Remove ${coupon_code}`,
        back,
        content: [
          html`${formTrouble(filled)}<p>From now on the coupon takes nothing off. It still counts toward the limits of the coupon, and what it took off stays.</p>`,
          changesTable(visit, next),
          secretForm(
            visit,
            { action: `${visit.prefix}${removeCouponPath(account_code, uuid)}` },
            formButtons(`Remove ${coupon_code}`, {
              back: `${visit.prefix}${back.href}`,
              keep: 'Keep it',
              danger: true,
            }),
          ),
        ],
      };
    },
    async carryOut(ctx, visit) {
      const { account_code } = await find(visit.caller, ctx.params.code ?? '');
      const redemption = await redemptionOf(visit.caller, account_code, ctx.params.redemption ?? '');
      await remove(visit, account_code, redemption.uuid);
      return { to: holderPath(redemption), notice: `The coupon ${redemption.coupon_code} was removed. ${NO_MAIL}` };
    },
  });
};

/** Says of an unknown code that no coupon has it, in the form that keeps it. */
const withKnownCode = <T>(code: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof Invalid && error.issues.some(({ field }) => field === 'redemption.subscription_uuid'))
      throw new FormProblem('This coupon is redeemed for one subscription: choose it.', {
        subscription: 'Choose a subscription that the coupon covers.',
      });
    if (!(error instanceof Failure && error.symbol === 'not_found' && error.params.model === 'Coupon')) throw error;
    throw new FormProblem(`No coupon has the code “${code}”.`, { code: 'Enter the code of a coupon.' });
  });

/** The page of the customer or of the subscription that a coupon counts for. */
const holderPath = ({ account_code, subscription_id }: Pick<RedemptionRecord, 'account_code' | 'subscription_id'>) =>
  subscription_id === null ? customerPath(account_code) : subscriptionPath(subscription_id);

/** Shows what a chosen code changes, or says why it cannot be redeemed. */
const previewed = async (
  filled: FilledForm,
  preview: () => Promise<Markup>,
): Promise<{ readonly preview: Markup | string; readonly filled: FilledForm }> => {
  if (!filled.values.code) return { preview: '', filled };
  try {
    return { preview: await preview(), filled };
  } catch (error) {
    const problems = problemsOf(error);
    if (!problems) throw error;
    // What kept the form from being carried out is said already.
    return { preview: '', filled: filled.problems.form ? filled : { ...filled, problems } };
  }
};

/** The next invoices before and after. */
const changesTable = (visit: ConsoleVisit, { changes, compared, subscriptions }: NextInvoiceChanges): Markup => {
  const totalOf = ({ draft }: NextInvoiceChange['before'], currency: string) =>
    totalAndDue(draft.charge?.invoice.total_in_cents ?? 0, draft.due, currency);
  const left = subscriptions - compared;
  const more =
    left > 0
      ? html`<p class="quiet">The customer has ${subscriptions} subscriptions. The next invoices of the ${compared} that are billed first were compared; those of the other ${left} may change too.</p>`
      : '';
  return html`${more}${consoleTable<NextInvoiceChange>({
    caption: 'Next invoices',
    rows: changes,
    href: ({ subscription }) => `${visit.prefix}${subscriptionPath(subscription.uuid)}`,
    empty: 'No next invoice of a subscription has another amount.',
    columns: [
      { name: 'subscription', label: 'Subscription', cell: ({ subscription }) => subscription.plan_name },
      { name: 'date', label: 'Next invoice', cell: ({ before }) => dayOf(visit, before.at) },
      {
        name: 'before',
        label: 'Before',
        numeric: true,
        cell: ({ subscription, before }) => totalOf(before, subscription.currency),
      },
      {
        name: 'after',
        label: 'Afterwards',
        numeric: true,
        cell: ({ subscription, after }) => totalOf(after, subscription.currency),
      },
    ],
  })}`;
};
