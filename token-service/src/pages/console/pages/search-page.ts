import type { SearchedKind } from '@service/billing/ports/search.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import type { SearchHit, SearchKind, SearchResult } from '@service/billing/queries/search/result.ts';
import { search } from '@service/billing/queries/search/search.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { approvalPath, couponPath, customerPath, invoicePath, paymentPath, subscriptionPath } from '../parts/paths.ts';
import { showPage } from '../parts/shell.ts';
import { type StateKind, type StateOf, stateWord } from '../parts/state-words.ts';
import { type ConsoleRoute, continueTo, queryOf, readingPage } from '../route.ts';
import { countInWords } from '../row-query.ts';
import { type ConsoleVisit, consoleVisitOf, may, seesPersonalData } from '../visit.ts';
import { eventPath } from './customers/timeline-section.ts';
import { deliveryPath, endpointPath } from './operation/webhooks/webhook-deps.ts';
import { reportRunPath } from './reports/report-run-words.ts';

const ON_PAGE = 20;
const SUGGESTED = 4;

const NOTHING_FOUND =
  'Nothing was found. Try a whole email address, a part of a name, an invoice number or the last four digits of a card.';

/** Stripe's charges; earlier releases kept the reference of the payment only. */
const CHARGE = /^(?:ch|py)_\w+$/;
const NO_CHARGE =
  'Nothing was found. Of payments that earlier releases made, only the PaymentIntent is known: search for the pi_… that Stripe shows with this charge.';

const nothingFound = (q: string): string => (CHARGE.test(q.trim()) ? NO_CHARGE : NOTHING_FOUND);

const KINDS = {
  customer: ['Customers', 'customers.read'],
  subscription: ['Subscriptions', 'subscriptions.read'],
  invoice: ['Invoices', 'invoices.read'],
  payment: ['Payments', 'payments.read'],
  coupon: ['Coupons', 'catalogue.read'],
  gift_card: ['Gift cards', 'catalogue.read'],
  request: ['Requests', 'audit.read'],
  message: ['Mail', 'mail.read'],
  delivery: ['Webhook deliveries', 'webhooks.read'],
  endpoint: ['Webhook endpoints', 'webhooks.read'],
  approval: ['Approvals', 'approvals.read'],
  report_run: ['Reports in the background', 'reports.read'],
  event: ['Events', 'customers.read'],
  audit_entry: ['Audit log', 'audit.read'],
} as const;

/** One search for everything: it opens the only exact hit, and lists the others by kind. */
export const searchPage = (deps: QueryDeps): ConsoleRoute => {
  const find = search(deps);
  return readingPage('/search', 'search', 'signed in', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const { q = '', format, card_number } = queryOf(ctx);
    const isSuggesting = format === 'json';
    const kinds = (Object.keys(KINDS) as SearchKind[]).filter((kind) => may(visit, KINDS[kind][1]));
    const limits = {
      hits: isSuggesting ? SUGGESTED : ON_PAGE,
      personal: seesPersonalData(visit),
      kinds,
      stateWord: foundStateWord,
    };
    const found = await find(visit.caller, q, limits);
    if (isSuggesting) {
      const hits = found.groups.flatMap((group) => group.hits.map((hit) => suggestion(visit, hit)));
      ctx.body = { hits, ...(hits.length === 0 ? { hint: nothingFound(q) } : {}) };
      return;
    }
    if (found.exact) return continueTo(ctx, addressOf(visit, found.exact));
    if (found.card_number || card_number) {
      return showPage(ctx, { title: 'Search' }, [
        html`<p class="trouble" role="alert">This looks like a card number. It was neither stored nor searched. Search by its last four digits, such as “visa 4242 12/27”.</p>`,
      ]);
    }
    showPage(ctx, { title: q ? `Search for “${q}”` : 'Search', sought: q }, [
      q && found.groups.length === 0 ? html`<p class="empty">${nothingFound(q)}</p>` : '',
      ...(q ? results(visit, found) : []),
      hints(),
    ]);
  });
};

/** Kinds of records have the names of their states here, and coupons are found without one. */
const foundStateWord = (kind: SearchedKind, state: string): string => stateWord(kind, state as StateOf<StateKind>);

const suggestion = (visit: ConsoleVisit, hit: SearchHit) => ({
  href: addressOf(visit, hit),
  title: hit.title,
  detail: hit.detail,
  kind: KINDS[hit.kind][0],
});

const addressOf = ({ prefix }: ConsoleVisit, { kind, id, account_code }: SearchHit): string => {
  switch (kind) {
    case 'customer':
      return prefix + customerPath(id);
    case 'subscription':
      return prefix + subscriptionPath(id);
    case 'invoice':
      return prefix + invoicePath(id);
    case 'payment':
      return prefix + paymentPath(id);
    case 'coupon':
      return prefix + couponPath(id);
    case 'gift_card':
      return `${prefix}/catalogue/gift-cards/${encodeURIComponent(id)}`;
    case 'request':
      return `${prefix}/audit?${new URLSearchParams({ request_id: id })}`;
    case 'message':
      return `${prefix}/mail/${id}`;
    case 'delivery':
      return prefix + deliveryPath(id);
    case 'endpoint':
      return prefix + endpointPath(id);
    case 'approval':
      return prefix + approvalPath(id);
    case 'report_run':
      return prefix + reportRunPath({ id });
    case 'event':
      return prefix + eventPath(account_code ?? '', id);
    case 'audit_entry':
      return `${prefix}/audit/${id}`;
  }
};

const results = (visit: ConsoleVisit, { groups }: SearchResult): Markup[] =>
  groups.map(
    ({
      kind,
      count,
      more,
      hits,
    }) => html`<section><h2>${KINDS[kind][0]} <span class="quiet">${more ? 'more than ' : ''}${countInWords(count, 'hit')}</span></h2>
<ul class="hits">${hits.map((hit) => html`<li><a class="row-link" href="${addressOf(visit, hit)}">${hit.title}</a> <span class="quiet">${hit.detail}</span></li>`)}</ul></section>`,
  );

const hints = (): Markup => html`<details class="hints"><summary>What can be searched</summary>
<ul><li>email, name, company and account code, or a part of them</li>
<li>invoice numbers, ids of anything, references of gateways (pi_…, ch_…)</li>
<li>the last four digits of a card: <code>4242</code>, <code>visa 4242 12/27</code>, <code>ends in 4242</code>, <code>*4242</code></li>
<li>the city or the postal code of a customer, in the address of the account or of a payment method</li>
<li>the reference of a payment that was recorded by hand: the number of a check or a bank transfer</li>
<li>coupon and gift card codes, purchase order and VAT numbers, request ids</li>
<li>filters: <code>state:past_due</code> <code>plan:gold</code> <code>country:DE</code> <code>city:"New York"</code> <code>postal_code:100</code> <code>amount&gt;100</code> <code>created:2026-11</code></li></ul></details>`;
