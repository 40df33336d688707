import { isCollectedWith } from '@service/billing/domain/billing-info/wallet.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { offerBillingInfo } from '@service/billing/usecases/billing-info/offer-billing-info.ts';
import { storeBillingInfo } from '@service/billing/usecases/billing-info/store-billing-info.ts';
import { payPastDue } from '@service/billing/usecases/invoices/pay-past-due.ts';
import { type BankDebit, debitCurrency } from '@service/billing/values/bank/debits.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../documents/html.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { fieldsOf } from '../../../http/query.ts';
import { declineText, unverifiedText } from '../declines.ts';
import { asset } from '../parts/assets.ts';
import { customerName } from '../parts/customer-name.ts';
import { fieldErrors } from '../parts/field-errors.ts';
import { form, formProblem } from '../parts/form.ts';
import { owedIn, paidOtherwise } from '../parts/owed.ts';
import { addressFields, authorizationField, bankFields, cardFieldset } from '../parts/payment-fields.ts';
import { expiryOf, methodName } from '../parts/payment-method.ts';
import { doneAs, show } from '../parts/respond.ts';
import type { Reads } from '../reads.ts';
import { policyFor } from '../steps/policy.ts';
import { type AccountPage, formOf, type PageWithForm, type Visit, visitOf } from '../visit.ts';
import { type ConfirmDeps, showChallenge } from './confirm.ts';

const PATH = '/account/payment-method';

export interface PaymentMethodDeps extends OrderDeps, ConfirmDeps {}

/**
 * Replaces the card or the bank account, or adds another one. The numbers go from the browser straight to the browser
 * origin; this page gets a token. Overdue invoices are collected at once with what replaces it.
 */
export const paymentMethodPage = (reads: Reads, deps: PaymentMethodDeps): PageWithForm => {
  const { source, origin } = deps;
  const store = storeBillingInfo(deps);
  const collect = payPastDue(deps);

  /** `kept`: the fields of a form whose token can still be used. */
  const showForm = async (ctx: AccountPage, warning?: string, kept?: Form): Promise<void> => {
    const visit = visitOf(ctx);
    const { words, site } = visit;
    const scheme = schemeOf(ctx);
    const [wallet, pastDue, key] = await Promise.all([
      reads.paymentMethodsOf(visit),
      reads.pastDueOf(visit),
      source.publicKeyOf(site.id),
    ]);
    const [info] = wallet;
    const browser = source.originFor(origin(ctx));
    ctx.set('Content-Security-Policy', policyFor(browser));
    const adds = isAdding(ctx) && info !== undefined;
    const paid = pastDue.filter((invoice) => isCollectedWith(wallet[0], wallet, invoice));
    const owed = adds ? undefined : owedIn(visit, paid);
    const action = pathOf(scheme, adds);
    show(
      ctx,
      {
        title: adds ? words.payment.another : info ? words.payment.replaceTitle : words.payment.addTitle,
        back: true,
        scripts: [
          html`<script src="${browser}/v1/service.js" defer></script>\n`,
          html`<script type="module" src="${asset('payment-method.js')}"></script>`,
        ],
      },
      [
        formProblem(warning),
        kept ? retryForm(visit, action, kept) : html``,
        info && !adds
          ? html`<p>${methodName(visit, info)}<br><span class="quiet">${expiryOf(visit, info)}</span></p>`
          : html``,
        html`<p class="note">${owed ? words.payment.paysPastDue(owed) : adds ? words.payment.anotherNote : words.payment.noCharge}</p>`,
        adds ? html`` : paidOtherwise(visit, wallet, pastDue),
        taken(visit).length > 0 ? kinds(visit, scheme, adds) : html``,
        html`<noscript><p class="problem">${words.noScript}</p></noscript>`,
        form(
          visit,
          {
            action,
            id: 'payment',
            data: { key: key ?? '', kind: scheme ? 'bank' : 'card', words: JSON.stringify(wordsForScript(visit)) },
          },
          [
            scheme ? bankFields(visit, info, scheme) : cardFieldset(visit, info),
            addressFields(visit, info, scheme),
            scheme ? authorizationField(visit, scheme) : html``,
            html`<input type="hidden" name="token" data-service="token">
<p class="note" id="account-of">${words.payment.accountOf(customerName(visit.account))}</p>
<p class="problem" id="problem" role="alert" tabindex="-1"></p>
<div class="choices"><button class="main" type="submit" aria-describedby="${scheme ? 'authorization-text account-of' : 'account-of'}">${owed ? words.payment.saveAndPay(owed) : words.payment.save}</button>
<a class="button second" href="/account">${words.actions.keep}</a></div>
<p class="quiet">${scheme ? words.payment.privateBank : words.payment.private}</p>`,
          ],
        ),
      ],
      kept ? 409 : warning ? 422 : 200,
    );
  };

  return {
    get: (ctx) => showForm(ctx),
    async post(ctx) {
      const visit = visitOf(ctx);
      const { caller, account, words, site } = visit;
      const { token, result } = formOf(ctx);
      if (!token) return showForm(ctx, words.problems.tokenGone);
      const [wallet, owed] = await Promise.all([reads.paymentMethodsOf(visit), reads.pastDueOf(visit)]);
      const pastDue = owed.filter((invoice) => isCollectedWith(wallet[0], wallet, invoice));
      const currency = pastDue[0]?.currency ?? (await reads.subscriptionsOf(visit))[0]?.currency;
      const confirmed = result ? { three_d_secure_action_result_token_id: result } : {};
      const sent = { value: { token_id: token, ...confirmed, ...(currency ? { currency } : {}) }, issues: [] };
      try {
        const { offered, issues } = offerBillingInfo(deps.vault, site, 'billing_info', sent);
        const target = isAdding(ctx) ? 'added' : 'primary';
        const stored = await store(caller, { account_code: account.account_code, target, offered, issues });
        if (stored.outcome === 'declined') {
          const actionToken = stored.transaction?.action_token;
          if (!actionToken)
            return await showForm(ctx, unverifiedText(words, stored.error_code, schemeOf(ctx) !== undefined));
          return await showChallenge(deps, ctx, {
            actionToken,
            action: pathOf(undefined, isAdding(ctx)),
            fields: formOf(ctx),
            back: PATH,
          });
        }
      } catch (error) {
        // What became of a verification without an answer is known only when its lease has ended.
        if (error instanceof Failure && error.symbol === 'simultaneous_request') {
          ctx.state.symbol = error.symbol;
          return showForm(ctx, words.problems.underWay, { token, result });
        }
        const text = refusalOf(visit, error);
        if (!text) throw error;
        return showForm(ctx, text);
      }
      if (pastDue.length === 0 || (isAdding(ctx) && account.has_billing_info)) return doneAs(ctx, 'payment');
      // The key of this request holds the outcome of storing the payment method; each payment has an intent of its own.
      const { idempotency_key: _, ...paying } = caller;
      const { declined } = await collect(paying, account.id);
      if (declined) {
        ctx.state.visit = { ...visit, account: { ...account, has_billing_info: true } };
        return showForm(ctx, declineText(words, declined.error_code));
      }
      const after = await Promise.all(pastDue.map(({ uuid }) => reads.invoiceOf(visit, uuid)));
      if (after.every(({ state }) => state === 'paid')) return doneAs(ctx, 'paid');
      return doneAs(ctx, after.some(({ state }) => state === 'processing') ? 'processing' : 'payment');
    },
  };
};

/** Sends the same token again: the card or bank account need not be entered again. */
const retryForm = (visit: Visit, action: string, { token, result }: Form): Markup =>
  form(visit, { action }, [
    html`<input type="hidden" name="token" value="${token ?? ''}">`,
    result ? html`<input type="hidden" name="result" value="${result}">` : html``,
    html`<div class="choices"><button class="second" type="submit">${visit.words.payment.tryAgain}</button></div>`,
  ]);

const refusalOf = ({ words }: Visit, error: unknown): string | undefined => {
  if (error instanceof Invalid) return words.problems.fields;
  if (error instanceof Failure && error.symbol === 'token_invalid') return words.problems.tokenGone;
  return undefined;
};

/** The values of `with` in the address of the page, by scheme. */
const NAMED: Readonly<Record<BankDebit, string>> = { bank_account: 'bank', sepa: 'sepa', bacs: 'bacs', becs: 'becs' };

/** Returns the schemes of bank accounts that the site offers in one of its currencies. */
const taken = ({ site }: Pick<Visit, 'site'>): readonly BankDebit[] =>
  site.bank_debits.filter((scheme) => site.currencies.includes(debitCurrency(scheme) ?? ''));

/** Returns the scheme of the account that the page asks for; undefined for a card. */
const schemeOf = (ctx: AccountPage): BankDebit | undefined => {
  const named = fieldsOf(ctx.querystring).get('with');
  return taken(visitOf(ctx)).find((scheme) => NAMED[scheme] === named);
};

/** Whether the payment method is added to those of the customer, and replaces none. */
const isAdding = (ctx: AccountPage): boolean => fieldsOf(ctx.querystring).get('add') === '1';

const pathOf = (scheme: BankDebit | undefined, adds: boolean): string => {
  const query = [...(scheme ? [`with=${NAMED[scheme]}`] : []), ...(adds ? ['add=1'] : [])].join('&');
  return query ? `${PATH}?${query}` : PATH;
};

const kinds = (visit: Visit, current: BankDebit | undefined, adds: boolean): Markup => {
  const { payment } = visit.words;
  const texts: Readonly<Record<BankDebit, string>> = {
    bank_account: payment.byBank,
    sepa: payment.bySepa,
    bacs: payment.byBacs,
    becs: payment.byBecs,
  };
  const link = (scheme: BankDebit | undefined) =>
    html`<a class="tab" href="${pathOf(scheme, adds)}"${
      scheme === current ? html` aria-current="page"` : ''
    }>${scheme ? texts[scheme] : payment.byCard}</a>`;
  return html`<nav class="tabs" aria-label="${payment.title}">${[undefined, ...taken(visit)].map(link)}</nav>`;
};

/** Returns the texts for the script of the page. */
const wordsForScript = ({ words: { fields, problems, working }, locale }: Visit) => ({
  errors: fieldErrors({ locale }),
  missing: fields.missing('{field}'),
  invalid: fields.invalid,
  offline: problems.offline,
  blocked: problems.blocked,
  fields: problems.fields,
  working,
});
