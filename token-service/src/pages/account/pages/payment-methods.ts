import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { MOST_METHODS } from '@service/billing/domain/billing-info/wallet.ts';
import { removeBillingInfo } from '@service/billing/usecases/billing-info/remove-billing-info.ts';
import { storeBillingInfo } from '@service/billing/usecases/billing-info/store-billing-info.ts';
import { payPastDue } from '@service/billing/usecases/invoices/pay-past-due.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { declineText } from '../declines.ts';
import { form, formProblem } from '../parts/form.ts';
import { owedIn, paidAs } from '../parts/owed.ts';
import { expiryOf, methodName } from '../parts/payment-method.ts';
import { doneAs, show } from '../parts/respond.ts';
import type { Reads } from '../reads.ts';
import { type AccountPage, formOf, type PageStep, type Visit, visitOf } from '../visit.ts';
import type { PaymentMethodDeps } from './payment-method.ts';

const PATH = '/account/payment-methods';

/**
 * Lists the payment methods of the customer, of which one pays, and others can be chosen, added and removed. A method
 * that is gone leads back to the overview.
 */
export const paymentMethodsPage = (
  reads: Reads,
  deps: PaymentMethodDeps,
): Record<'get' | 'use' | 'remove', PageStep> => {
  const store = storeBillingInfo(deps);
  const remove = removeBillingInfo(deps);
  const collect = payPastDue(deps);

  /** Returns the invoices that are charged at once when the method becomes the primary. */
  const chargedByUse = (visit: Visit, { uuid, primary_payment_method: isPrimary }: BillingInfoRecord) =>
    isPrimary ? [] : reads.collectedAtOnce(visit, { uuid, primary_payment_method: true, backup_payment_method: false });

  const showMethods = async (ctx: AccountPage, warning?: string): Promise<void> => {
    const visit = visitOf(ctx);
    const methods = await reads.paymentMethodsOf(visit);
    const { payment } = visit.words;
    const cards = await Promise.all(
      methods.map(async (method) => methodCard(visit, method, owedIn(visit, await chargedByUse(visit, method)))),
    );
    show(
      ctx,
      { title: payment.allTitle, back: true },
      [
        formProblem(warning),
        methods.length === 0 ? html`<p>${payment.none}</p>` : html``,
        ...cards,
        methods.length < MOST_METHODS
          ? html`<div class="choices"><a class="button second" href="/account/payment-method?add=1">${payment.another}</a></div>`
          : html``,
      ],
      warning ? 422 : 200,
    );
  };

  return {
    get: (ctx) => showMethods(ctx),
    async use(ctx) {
      const visit = visitOf(ctx);
      const { caller, account, words } = visit;
      const uuid = ctx.params.uuid ?? '';
      const method = (await reads.paymentMethodsOf(visit)).find((one) => one.uuid === uuid);
      if (!method) return doneAs(ctx, 'stale');
      const charged = await chargedByUse(visit, method);
      // The customer agrees to what the page said, and is asked again where more would be charged.
      if ((formOf(ctx).owed ?? '') !== (owedIn(visit, charged) ?? '')) return showMethods(ctx, words.problems.stale);
      const offered = { input: { primary_payment_method: true } };
      await unlessGone(ctx, async () => {
        const stored = await store(caller, {
          account_code: account.account_code,
          target: { uuid },
          offered,
          issues: [],
        });
        if (charged.length === 0 || stored.outcome === 'declined') return doneAs(ctx, 'chosen');
        const { declined } = await collect(caller, account.id, stored.billingInfo);
        if (declined) return showMethods(ctx, declineText(visit, declined.error_code));
        doneAs(ctx, (await paidAs(reads, visit, charged)) ?? 'chosen');
      });
    },
    async remove(ctx) {
      const { caller, account } = visitOf(ctx);
      await unlessGone(ctx, async () => {
        await remove(caller, { account_code: account.account_code, uuid: ctx.params.uuid ?? '' });
        doneAs(ctx, 'removed');
      });
    },
  };
};

/** `owed`: what is charged at once when the method is chosen. */
const methodCard = (visit: Visit, method: BillingInfoRecord, owed: string | undefined): Markup => {
  const { payment, actions } = visit.words;
  const { uuid, primary_payment_method: isPrimary, backup_payment_method: isBackup } = method;
  const name = methodName(visit, method);
  const button = (action: string, text: string, look: string, agreed?: string): Markup =>
    form(
      visit,
      { action: `${PATH}/${uuid}/${action}`, className: 'inline' },
      html`${agreed ? html`<input type="hidden" name="owed" value="${agreed}">\n` : ''}<button class="${look}" type="submit" aria-describedby="m-${uuid}${agreed ? ` o-${uuid}` : ''}">${text}</button>`,
    );
  const replace = (path: string): Markup =>
    html`<a class="button second" href="${path}" aria-describedby="m-${uuid}">${actions.card}</a>`;
  return html`<section class="card" aria-labelledby="m-${uuid}"><h2 id="m-${uuid}">${name}</h2>
<p class="quiet">${[expiryOf(visit, method), isPrimary ? payment.paysNow : isBackup ? payment.isBackup : undefined]
    .filter((text) => text !== undefined)
    .join(' · ')}</p>
${owed ? html`<p class="note" id="o-${uuid}">${payment.usePaysOwed(owed)}</p>\n` : ''}<div class="choices">${
    isPrimary
      ? replace('/account/payment-method')
      : html`${button('use', owed ? payment.useAndPay(owed) : payment.use, 'second', owed)}${replace(`/account/payment-method?method=${uuid}`)}${button('remove', payment.remove, 'quiet-danger')}`
  }</div>
</section>`;
};

/** The method was removed, or became the primary, since the page was shown. */
const unlessGone = async (ctx: AccountPage, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const isGone = error instanceof Failure && error.symbol === 'not_found';
    if (!isGone && !(error instanceof Invalid)) throw error;
    doneAs(ctx, 'stale');
  }
};
