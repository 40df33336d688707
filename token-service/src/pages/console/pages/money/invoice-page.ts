import type { BusinessEntityRecord } from '@service/billing/domain/business-entities/record.ts';
import { isDueOnReceipt } from '@service/billing/domain/invoices/due-date.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { listPostings } from '@service/billing/queries/books/postings.ts';
import { makeEInvoice } from '@service/billing/queries/invoices/e-invoices.ts';
import { explainInvoiceNamed } from '@service/billing/queries/invoices/explanations.ts';
import { findCreditedNumbers, findInvoiceParts, listInvoices } from '@service/billing/queries/invoices/invoices.ts';
import { findRefundReasons } from '@service/billing/queries/payments/refund-reasons.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf, exactMomentOf, factList, moneyOf, shortId } from '../../parts/figures.ts';
import { entityPath } from '../../parts/paths.ts';
import { countryName } from '../../parts/place-names.ts';
import { showPage } from '../../parts/shell.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import { waitingApprovals } from '../approvals/waiting-approvals.ts';
import { owedSection } from './collection-outlook.ts';
import { dunningFacts } from './dunning-words.ts';
import { eInvoiceSection } from './e-invoice-page.ts';
import { invoiceActions } from './invoice-actions.ts';
import { documentSection } from './invoice-document.ts';
import { explanationSection, linesSection, MOST_SHOWN_LINES } from './invoice-lines.ts';
import { creditsSection, paymentsSection, postingsSection } from './invoice-money.ts';
import { invoiceBadges, invoiceRefunds } from './invoice-refunds.ts';
import type { MoneyDeps } from './money-deps.ts';
import { codeInWords, customerLink, invoiceHeading } from './money-parts.ts';

const MOST_CREDITS = 20;

/** One invoice: the document, how it was computed, its payments, credit, dunning and postings. */
export const invoicePage = (deps: MoneyDeps): ConsoleRoute => {
  const partsOf = findInvoiceParts(deps);
  const accountOf = findAccount(deps);
  const explanation = explainInvoiceNamed(deps);
  const creditedNumbers = findCreditedNumbers(deps);
  const invoices = listInvoices(deps);
  const postings = listPostings(deps);
  const refundsOf = invoiceRefunds(deps);
  const waiting = waitingApprovals(deps);
  const reasonsOf = findRefundReasons(deps);
  const eInvoiceOfParts = makeEInvoice(deps);

  return readingPage('/invoices/:number', 'invoice', 'invoices.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const { caller } = visit;
    const reading = { caller, version: LATEST, turn: deps.world.turn, embedded: MOST_SHOWN_LINES };
    const parts = await partsOf(reading, ctx.params.number ?? '');
    const { invoice, entity, lines, transactions, creditPayments } = parts;
    const [approvals, account, explained, originals, credits, movements] = await Promise.all([
      waiting(visit, { account_id: invoice.account_id, subject: invoiceName(invoice) }),
      accountOf(caller, invoice.account_code),
      explanation(caller, invoice.uuid, MOST_SHOWN_LINES),
      creditedNumbers(caller, invoice.uuid),
      invoices.page(caller, {
        filter: { original_id: invoice.uuid },
        sort: 'created_at',
        order: 'asc',
        limit: MOST_CREDITS,
      }),
      postings(caller, parts),
    ]);
    const number = invoiceName(invoice);
    const isRefunded = credits.records.length > 0;
    const [refunds, reasons] = await Promise.all([
      invoice.type === 'charge' ? refundsOf(visit, credits.records) : [],
      reasonsOf(caller, invoice.account_id, isRefunded ? [number] : originals),
    ]);
    const dunning = invoice.type === 'charge' ? dunningSection(visit, invoice) : '';
    const isPastDue = invoice.state === 'past_due';
    const eInvoice = lines.length > MOST_SHOWN_LINES ? undefined : await eInvoiceOfParts(caller, parts, account);
    showPage(
      ctx,
      {
        title: invoiceHeading(invoice),
        badge: invoiceBadges(invoice, [...(transactions ?? []), ...refunds]),
        subtitle: html`${moneyOf(invoice.total_in_cents, invoice.currency)} · ${customerLink(visit, account)} · ${dayOf(visit, invoice.created_at)}`,
        back: { href: '/invoices', label: 'Invoices' },
        actions: invoiceActions(visit, invoice),
      },
      [
        approvals,
        troubleOf(visit, parts),
        // What comes next belongs to what is wrong; it does not wait below the lines on a phone.
        isPastDue ? dunning : '',
        html`<div class="sections"><div>
${linesSection(visit, invoice, lines)}
<h2>Payments and refunds</h2>${paymentsSection(visit, [...(transactions ?? []), ...refunds])}
${explanationSection(explained)}
</div><div>
<section class="panel"><h2>Invoice</h2>${factList([...factsOf(visit, parts), { label: 'Reason of the refund', value: reasons.get(number) }])}</section>
${isPastDue ? '' : dunning}
${creditsSection(visit, { invoice, creditPayments, credits: credits.records, reasons, originals })}
${documentSection(visit, { invoice, entity, lines, transactions, creditPayments, originals, account, number })}
${eInvoiceSection(visit, number, eInvoice)}
${textsOf(invoice)}
</div></div>
${postingsSection(visit, movements)}`,
      ],
    );
  });
};

/** The problems of an invoice, which come first on its page. */
const troubleOf = (visit: ConsoleVisit, parts: InvoiceParts): Markup | string => {
  const disputed = parts.transactions?.some(({ dispute_state: state }) => state === 'open' || state === 'inquiry');
  return html`${owedSection(visit, parts)}${disputed ? html`<p class="trouble">A payment of this invoice is disputed.</p>` : ''}`;
};

const factsOf = (visit: ConsoleVisit, { invoice, entity }: InvoiceParts) => {
  const moment = (at: Seconds | null) => (at === null ? null : exactMomentOf(visit, at));
  return [
    { label: 'Id', value: shortId(invoice.uuid) },
    { label: 'Origin', value: codeInWords(invoice.origin) },
    { label: 'Sold by', value: entity && entityLink(visit, entity) },
    { label: 'Collected', value: collectedHow(invoice) },
    { label: 'Due', value: moment(invoice.due_on) },
    { label: 'Created', value: moment(invoice.created_at) },
    { label: 'Closed', value: moment(invoice.closed_at) },
    { label: 'Recovered by', value: invoice.recovery_reason && codeInWords(invoice.recovery_reason) },
    { label: 'Purchase order', value: invoice.po_number },
    { label: 'VAT number', value: invoice.vat_number },
    { label: 'Country', value: invoice.address?.country && countryName(invoice.address.country) },
    { label: 'Gateway', value: invoice.gateway_code },
    {
      label: 'Refundable',
      value: invoice.type === 'charge' ? moneyOf(invoice.refundable_total_in_cents, invoice.currency) : null,
    },
  ];
};

const entityLink = (visit: ConsoleVisit, { id, name }: BusinessEntityRecord): Markup | string =>
  may(visit, 'settings.read') ? html`<a href="${visit.prefix}${entityPath(id)}">${name}</a>` : name;

const collectedHow = (invoice: ShownInvoice): string | null => {
  const { type, collection_method, net_terms, net_terms_type } = invoice;
  if (type === 'credit') return null;
  if (collection_method === 'automatic') return 'automatically';
  if (isDueOnReceipt(invoice)) return 'by hand, due at once';
  const from = net_terms_type === 'eom' ? ' from the end of its month' : '';
  return `by hand, due after ${net_terms} days${from}`;
};

const dunningSection = (visit: ConsoleVisit, invoice: ShownInvoice): Markup | string => {
  const facts = dunningFacts(visit, invoice).filter(({ value }) => value !== null);
  return facts.length === 0 ? '' : html`<section class="panel"><h2>Dunning</h2>${factList(facts)}</section>`;
};

const textsOf = ({ customer_notes, terms_and_conditions }: ShownInvoice): Markup | string =>
  customer_notes || terms_and_conditions
    ? html`<section class="panel"><h2>Texts</h2>${factList([
        { label: 'Notes for the customer', value: customer_notes },
        { label: 'Terms', value: terms_and_conditions },
      ])}</section>`
    : '';
