import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { isPausable } from '@service/billing/domain/subscriptions/pause.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { addressLines } from '../../../documents/invoice-pdf/address.ts';
import { fieldsOf } from '../../../http/query.ts';
import { invoiceRows } from '../parts/invoice-rows.ts';
import { owedIn } from '../parts/owed.ts';
import { expiryOf, methodName, replacePath } from '../parts/payment-method.ts';
import { continueAt } from '../parts/respond.ts';
import { shell } from '../parts/shell.ts';
import {
  addOnsOf,
  agreedPriceText,
  nextPayment,
  outlookOf,
  planName,
  type Shown,
  subscriptionStatus,
} from '../parts/subscription.ts';
import type { Reads } from '../reads.ts';
import { doneCookie } from '../steps/cookies.ts';
import {
  type AccountPage,
  formatsOf,
  isPaidByParent,
  offers,
  offersPlans,
  type PageStep,
  type Visit,
  visitOf,
} from '../visit.ts';

const LATEST_INVOICES = 3;

/** Shows the customer's subscriptions, their costs, and the available operations. */
export const overviewPage = (
  { subscriptionsOf, renewalOf, billingInfoOf, invoicesOf, pastDueOf, creditOf, chargesAfter, waitsForCustomer }: Reads,
  isSecure: (ctx: AccountPage) => boolean,
): PageStep =>
  async function overviewPage(ctx) {
    const visit = visitOf(ctx);
    const secure = isSecure(ctx);
    const arrivedWith = fieldsOf(ctx.querystring).get('done');
    if (arrivedWith !== null) {
      if (isDone(visit, arrivedWith)) doneCookie.keep(ctx, secure, arrivedWith);
      return continueAt(ctx, '/account');
    }
    const done = doneCookie.read(ctx, secure) ?? '';
    if (done) doneCookie.forget(ctx, secure);
    const [subscriptions, info, invoices, pastDue, credit] = await Promise.all([
      subscriptionsOf(visit),
      billingInfoOf(visit),
      offers(visit, 'invoices') ? invoicesOf(visit, LATEST_INVOICES) : [],
      pastDueOf(visit),
      creditOf(visit),
    ]);
    const shown = await Promise.all(
      subscriptions.map(
        async (subscription): Promise<Shown> => ({
          subscription,
          renewal: await renewalOf(visit, subscription),
          charges: subscription.state === 'canceled' ? await chargesAfter(visit, subscription) : undefined,
        }),
      ),
    );
    const toConfirm = pastDue[0] !== undefined && (await waitsForCustomer(visit, pastDue[0]));
    const { words } = visit;
    ctx.type = 'html';
    ctx.body = shell(visit, { title: words.title, wide: true, first: true }, [
      html`<div class="notices">${doneNotice(visit, done)}${pastDueNotice(visit, pastDue, toConfirm)}</div>`,
      html`<div class="columns"><div class="first">
<section aria-labelledby="subscriptions"><h2 id="subscriptions">${words.subscriptions}</h2>
${shown.length === 0 ? html`<p>${words.noSubscriptions}</p>` : shown.map((one) => subscriptionCard(visit, one, pastDue))}
${credit.size > 0 ? creditFact(visit, credit) : ''}
</section>
${invoices.length > 0 ? invoiceSection(visit, invoices) : ''}
</div><div class="second-column">
${paymentSection(visit, info)}
${offers(visit, 'details') ? detailsSection(visit) : ''}
</div></div>`,
    ]);
  };

const isDone = ({ words }: Visit, name: string): boolean => name === 'stale' || Object.hasOwn(words.done, name);

const doneText = ({ words }: Visit, name: string): string | undefined =>
  Object.hasOwn(words.done, name) ? words.done[name as keyof typeof words.done] : undefined;

const doneNotice = (visit: Visit, name: string): Markup | '' => {
  const { words } = visit;
  if (name === 'stale') return html`<p class="note" role="status" tabindex="-1">${words.problems.stale}</p>`;
  const text = doneText(visit, name);
  return text ? html`<p class="done" role="status" tabindex="-1">${text}</p>` : '';
};

/** `toConfirm`: the bank wants the payment of the oldest confirmed. */
const pastDueNotice = (visit: Visit, pastDue: readonly ShownInvoice[], toConfirm: boolean): Markup | '' => {
  const [oldest] = pastDue;
  if (!oldest) return '';
  const { words } = visit;
  const { money } = formatsOf(visit, oldest.currency);
  const amount = money(oldest.balance_in_cents);
  const pays = offers(visit, 'payment_method') && oldest.collection_method === 'automatic';
  const explain = pays ? words.pastDue.explain : words.pastDue.owed;
  return html`<section class="alert" aria-labelledby="past-due"><h2 id="past-due">${words.pastDue.title}</h2>
<p>${explain(owedIn(visit, pastDue) ?? amount)}${pays && toConfirm ? ` ${words.confirm.asked}` : ''}</p>
${
  pays
    ? html`<div class="choices"><a class="button main" href="/account/invoices/${oldest.invoice_number ?? ''}">${toConfirm ? words.confirm.submit(amount) : words.actions.pay(amount)}</a>
<a class="button second" href="${replacePath(oldest)}">${words.actions.card}</a></div>`
    : ''
}
</section>`;
};

const subscriptionCard = (visit: Visit, shown: Shown, pastDue: readonly ShownInvoice[]): Markup => {
  const { subscription } = shown;
  const { words, caller } = visit;
  const { uuid, currency, state } = subscription;
  const owes = pastDue.length > 0;
  const status = subscriptionStatus(subscription, caller.at, owes);
  return html`<article class="card" aria-labelledby="s-${uuid}">
<div class="card-head"><h3 id="s-${uuid}">${planName(visit, subscription, currency)}</h3>
<p class="status ${status}">${words.status[status]}</p></div>
${state === 'expired' ? '' : html`<p class="price">${agreedPriceText(visit, subscription, currency)}</p>`}
${outlookOf(visit, shown).map((sentence) => html`<p>${sentence}</p>`)}
<dl class="facts">${nextPayment(visit, shown)}${state === 'expired' ? '' : addOnsOf(visit, subscription)}</dl>
${actionsOf(visit, subscription, owes)}
</article>`;
};

const actionsOf = (visit: Visit, subscription: ShownSubscription, owes: boolean): Markup | '' => {
  const { words, caller } = visit;
  const { state, uuid, paused_at } = subscription;
  const { actions } = words;
  const to = (page: string, text: string, look = 'second') =>
    html`<a class="button ${look}" href="/account/subscriptions/${uuid}/${page}">${text}</a>`;
  const live = state === 'active' || state === 'paused' || state === 'canceled';
  const links: Markup[] = [];
  if (state === 'canceled' && offers(visit, 'reactivate')) links.push(to('reactivate', actions.reactivate, 'main'));
  if (state === 'paused' && offers(visit, 'pause') && !isPaidByParent(visit))
    links.push(to('resume', actions.resume, 'main'));
  if (live && offersPlans(visit)) links.push(to('change', actions.change));
  else if (live && offers(visit, 'quantity')) links.push(to('change', actions.quantity));
  if (state === 'active' && offers(visit, 'pause')) {
    if (paused_at !== null) links.push(to('pause', actions.unpause));
    else if (isPausable(subscription, caller.at, { pastDue: owes })) links.push(to('pause', actions.pause));
  }
  if (state !== 'canceled' && state !== 'expired' && offers(visit, 'cancel')) {
    links.push(to('cancel', actions.cancel, 'quiet-danger'));
  }
  return links.length > 0 ? html`<div class="choices">${links}</div>` : '';
};

const creditFact = (visit: Visit, credit: ReadonlyMap<string, number>): Markup => {
  const amounts = [...credit].map(([currency, cents]) => formatsOf(visit, currency).money(cents));
  return html`<dl class="facts"><div><dt>${visit.words.credit}</dt><dd>${amounts.join(', ')}</dd></div></dl>`;
};

const invoiceSection = (visit: Visit, invoices: readonly ShownInvoice[]): Markup => html`
<section aria-labelledby="invoices"><h2 id="invoices">${visit.words.invoices.title}</h2>
${invoiceRows(visit, invoices)}
<p><a href="/account/invoices">${visit.words.actions.invoices}</a></p></section>`;

const paymentSection = (visit: Visit, info: BillingInfoRecord | undefined): Markup | '' => {
  const { payment, actions } = visit.words;
  const isOffered = offers(visit, 'payment_method');
  const isPaid = isPaidByParent(visit);
  if (!isOffered && !isPaid) return '';
  const heading = html`<h2 id="payment">${payment.title}</h2>${isPaid ? html`<p>${payment.byParent}</p>` : ''}`;
  if (!isOffered) return html`<section class="card" aria-labelledby="payment">${heading}</section>`;
  return html`<section class="card" aria-labelledby="payment">${heading}
${info ? html`<p class="strong">${methodName(visit, info)}</p>${expiry(visit, info)}` : html`<p>${payment.none}</p>`}
<div class="choices"><a class="button second" href="/account/payment-method">${info ? actions.card : actions.addCard}</a>${
    info
      ? html`
<a class="button second" href="/account/payment-methods">${payment.allTitle}</a>`
      : ''
  }</div></section>`;
};

const expiry = (visit: Visit, info: BillingInfoRecord): Markup | '' => {
  const text = expiryOf(visit, info);
  return text ? html`<p class="quiet">${text}</p>` : '';
};

const detailsSection = (visit: Visit): Markup => {
  const { account, words } = visit;
  const { address } = account;
  const name = [account.first_name, account.last_name].filter(Boolean).join(' ');
  // The names of the account, not those of its address.
  const place = { ...address, company: null, first_name: null, last_name: null };
  const lines = [
    name,
    account.company_name,
    account.email,
    ...addressLines(place, (code) => formatsOf(visit, 'USD').country(code)),
  ];
  return html`<section class="card" aria-labelledby="details"><h2 id="details">${words.details.title}</h2>
<p class="address">${lines.filter(Boolean).map((line) => html`<span>${line}</span>`)}</p>
<div class="choices"><a class="button second" href="/account/details">${words.actions.edit}</a></div></section>`;
};
