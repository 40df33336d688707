import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { offerBillingInfo } from '@service/billing/usecases/billing-info/offer-billing-info.ts';
import { type StoreBillingInfo, storeBillingInfo } from '@service/billing/usecases/billing-info/store-billing-info.ts';
import { payPastDue } from '@service/billing/usecases/invoices/pay-past-due.ts';
import { type BankDebit, debitCurrency } from '@service/billing/values/bank/debits.ts';
import { Failure, Invalid, isSimultaneous } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../documents/html.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { fieldsOf } from '../../../http/query.ts';
import { declineText, unverifiedText } from '../declines.ts';
import { asset } from '../parts/assets.ts';
import { customerName } from '../parts/customer-name.ts';
import { fieldErrors } from '../parts/field-errors.ts';
import { form, formProblem } from '../parts/form.ts';
import { owedIn, paidAs, paidOtherwise } from '../parts/owed.ts';
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
 * Replaces one of the payment methods, by default the primary, or adds another one. The numbers go from the browser
 * straight to the browser origin; this page gets a token. What the method pays is collected at once if it is overdue or
 * waits for its gateway.
 */
export const paymentMethodPage = (reads: Reads, deps: PaymentMethodDeps): PageWithForm => {
  const { source, origin } = deps;
  const store = storeBillingInfo(deps);
  const collect = payPastDue(deps);

  const collectedAtOnce = (visit: Visit, { target, held }: Place) =>
    target === 'added' ? [] : reads.collectedAtOnce(visit, held ?? FIRST_METHOD);

  /** Returns the currency in which the method is checked: that of a subscription that it pays, else of any. */
  const currencyOf = async (visit: Visit, { held }: Place): Promise<string | undefined> => {
    const subscriptions = await reads.subscriptionsOf(visit);
    const paid = held && subscriptions.find(({ billing_info_uuid }) => billing_info_uuid === held.uuid);
    return (paid ?? subscriptions[0])?.currency;
  };

  /** `kept`: the fields of a form whose token can still be used. */
  const showForm = async (ctx: AccountPage, warning?: string, kept?: Form): Promise<void> => {
    const visit = visitOf(ctx);
    const { words, site } = visit;
    const scheme = schemeOf(ctx);
    const wallet = await reads.paymentMethodsOf(visit);
    const place = placeIn(ctx, wallet);
    if (!place) return doneAs(ctx, 'stale');
    const [pastDue, atOnce, key] = await Promise.all([
      reads.pastDueOf(visit),
      collectedAtOnce(visit, place),
      source.publicKeyOf(site.id),
    ]);
    const { held } = place;
    const info = held ?? wallet[0];
    const browser = source.originFor(origin(ctx));
    ctx.set('Content-Security-Policy', policyFor(browser));
    const adds = place.target === 'added';
    const owed = owedIn(visit, atOnce);
    const action = pathOf(scheme, place);
    show(
      ctx,
      {
        title: adds ? words.payment.another : held ? words.payment.replaceTitle : words.payment.addTitle,
        back: true,
        scripts: [
          html`<script src="${browser}/v1/service.js" defer></script>\n`,
          html`<script type="module" src="${asset('payment-method.js')}"></script>`,
        ],
      },
      [
        formProblem(warning),
        kept ? retryForm(visit, action, kept) : html``,
        held ? html`<p>${methodName(visit, held)}<br><span class="quiet">${expiryOf(visit, held)}</span></p>` : html``,
        html`<p class="note">${owed ? words.payment.paysOwed(owed) : uncharged(visit, place)}</p>`,
        adds ? html`` : paidOtherwise(visit, wallet, pastDue, atOnce),
        taken(visit).length > 0 ? kinds(visit, scheme, place) : html``,
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
      const place = placeIn(ctx, await reads.paymentMethodsOf(visit));
      if (!place) return doneAs(ctx, 'stale');
      const { target } = place;
      const atOnce = await collectedAtOnce(visit, place);
      const currency = atOnce[0]?.currency ?? (await currencyOf(visit, place));
      const confirmed = result ? { three_d_secure_action_result_token_id: result } : {};
      const sent = { value: { token_id: token, ...confirmed, ...(currency ? { currency } : {}) }, issues: [] };
      let method: BillingInfoRecord;
      try {
        const { offered, issues } = offerBillingInfo(deps.vault, site, 'billing_info', sent);
        const stored = await store(caller, { account_code: account.account_code, target, offered, issues });
        if (stored.outcome === 'declined') {
          const actionToken = stored.transaction?.action_token;
          if (!actionToken)
            return await showForm(ctx, unverifiedText(words, stored.error_code, schemeOf(ctx) !== undefined));
          return await showChallenge(deps, ctx, {
            actionToken,
            action: pathOf(undefined, place),
            fields: formOf(ctx),
            back: pathOf(undefined, place),
          });
        }
        method = stored.billingInfo;
      } catch (error) {
        // What became of a verification without an answer is known only when its lease has ended.
        if (isSimultaneous(error)) {
          ctx.state.symbol = 'simultaneous_request';
          return showForm(ctx, words.problems.underWay, { token, result });
        }
        if (error instanceof Failure && error.symbol === 'not_found') return doneAs(ctx, 'stale');
        const text = refusalOf(visit, error);
        if (!text) throw error;
        return showForm(ctx, text);
      }
      if (atOnce.length === 0) return doneAs(ctx, 'payment');
      const { declined } = await collect(caller, account.id, method);
      if (declined) {
        ctx.state.visit = { ...visit, account: { ...account, has_billing_info: true } };
        return showForm(ctx, declineText(visit, declined.error_code));
      }
      return doneAs(ctx, (await paidAs(reads, visit, atOnce)) ?? 'payment');
    },
  };
};

/** The first payment method of an account, which becomes its primary. */
const FIRST_METHOD = { uuid: '', primary_payment_method: true, backup_payment_method: false };

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

/** The purpose of the page: what becomes of the payment method that the customer enters. */
interface Place {
  readonly target: NonNullable<StoreBillingInfo['target']>;
  /** The method that is replaced. */
  readonly held: BillingInfoRecord | undefined;
}

/**
 * Returns what the address of the page asks for: to replace the method that `method` names, to add one (`add=1`), or to
 * replace the primary. Undefined where the method is gone.
 */
const placeIn = (ctx: AccountPage, wallet: readonly BillingInfoRecord[]): Place | undefined => {
  const query = fieldsOf(ctx.querystring);
  const uuid = query.get('method');
  const named = wallet.find((one) => one.uuid === uuid);
  if (uuid !== null) return named && { target: { uuid }, held: named };
  const [primary] = wallet;
  return query.get('add') === '1' && primary
    ? { target: 'added', held: undefined }
    : { target: 'primary', held: primary };
};

/** Returns what is said where nothing is charged at once. */
const uncharged = ({ words: { payment } }: Visit, { target, held }: Place): string => {
  if (target === 'added') return payment.anotherNote;
  return held && !held.primary_payment_method ? payment.replacedNote : payment.noCharge;
};

const pathOf = (scheme: BankDebit | undefined, { target }: Place): string => {
  const query = [
    ...(scheme ? [`with=${NAMED[scheme]}`] : []),
    ...(target === 'added' ? ['add=1'] : target === 'primary' ? [] : [`method=${target.uuid}`]),
  ].join('&');
  return query ? `${PATH}?${query}` : PATH;
};

const kinds = (visit: Visit, current: BankDebit | undefined, place: Place): Markup => {
  const { payment } = visit.words;
  const texts: Readonly<Record<BankDebit, string>> = {
    bank_account: payment.byBank,
    sepa: payment.bySepa,
    bacs: payment.byBacs,
    becs: payment.byBecs,
  };
  const link = (scheme: BankDebit | undefined) =>
    html`<a class="tab" href="${pathOf(scheme, place)}"${
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
