import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { MOST_METHODS } from '@service/billing/domain/billing-info/wallet.ts';
import { removeBillingInfo } from '@service/billing/usecases/billing-info/remove-billing-info.ts';
import { storeBillingInfo } from '@service/billing/usecases/billing-info/store-billing-info.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { form } from '../parts/form.ts';
import { expiryOf, methodName } from '../parts/payment-method.ts';
import { doneAs, show } from '../parts/respond.ts';
import type { Reads } from '../reads.ts';
import { type AccountPage, type PageStep, type Visit, visitOf } from '../visit.ts';
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
  return {
    async get(ctx) {
      const visit = visitOf(ctx);
      const methods = await reads.paymentMethodsOf(visit);
      const { payment } = visit.words;
      show(ctx, { title: payment.allTitle, back: true }, [
        methods.length === 0 ? html`<p>${payment.none}</p>` : html``,
        ...methods.map((method) => methodCard(visit, method)),
        methods.length < MOST_METHODS
          ? html`<div class="choices"><a class="button second" href="/account/payment-method?add=1">${payment.another}</a></div>`
          : html``,
      ]);
    },
    // Due work, not this form, charges what is overdue to the method that pays from now on.
    async use(ctx) {
      const { caller, account } = visitOf(ctx);
      const target = { uuid: ctx.params.uuid ?? '' };
      const offered = { input: { primary_payment_method: true } };
      await unlessGone(ctx, async () => {
        await store(caller, { account_code: account.account_code, target, offered, issues: [] });
        doneAs(ctx, 'chosen');
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

const methodCard = (visit: Visit, method: BillingInfoRecord): Markup => {
  const { payment } = visit.words;
  const { uuid, primary_payment_method: isPrimary, backup_payment_method: isBackup } = method;
  const name = methodName(visit, method);
  const button = (action: string, text: string, look: string): Markup =>
    form(
      visit,
      { action: `${PATH}/${uuid}/${action}`, className: 'inline' },
      html`<button class="${look}" type="submit" aria-describedby="m-${uuid}">${text}</button>`,
    );
  return html`<section class="card" aria-labelledby="m-${uuid}"><h2 id="m-${uuid}">${name}</h2>
<p class="quiet">${[expiryOf(visit, method), isPrimary ? payment.paysNow : isBackup ? payment.isBackup : undefined]
    .filter((text) => text !== undefined)
    .map((text) => html`<span>${text}</span> `)}</p>
<div class="choices">${
    isPrimary
      ? html`<a class="button second" href="/account/payment-method" aria-describedby="m-${uuid}">${visit.words.actions.card}</a>`
      : html`${button('use', payment.use, 'second')}${button('remove', payment.remove, 'quiet-danger')}`
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
