import { createHmac } from 'node:crypto';
import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { sentFormat } from '@service/billing/domain/e-invoices/formats.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findEInvoiceInDocument, mayHaveEInvoice } from '@service/billing/queries/invoices/e-invoices.ts';
import { findInvoiceToExplain } from '@service/billing/queries/invoices/explanations.ts';
import { findInvoiceDocument } from '@service/billing/queries/invoices/invoice-documents.ts';
import { findCreditedNumbers, findInvoiceParts } from '@service/billing/queries/invoices/invoices.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { type CollectedInvoice, collectInvoice } from '@service/billing/usecases/invoices/collect-invoice.ts';
import {
  type ConfirmedInvoicePayment,
  confirmInvoicePayment,
} from '@service/billing/usecases/invoices/confirm-invoice-payment.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { inTurns } from '@service/billing/values/steps.ts';
import { eInvoiceInSteps } from '../../../documents/e-invoices/write-e-invoice.ts';
import { html, type Markup } from '../../../documents/html.ts';
import type { InvoicePrinter } from '../../../documents/invoice-pdf/invoice-printer.ts';
import { documentLanguage } from '../../../documents/messages/document-language.ts';
import { whyAmount, whyText } from '../../../documents/why/why-amount.ts';
import { fieldsOf } from '../../../http/query.ts';
import { declineText } from '../declines.ts';
import { form, formProblem } from '../parts/form.ts';
import { invoiceContent } from '../parts/invoice-content.ts';
import { invoiceTitle } from '../parts/invoice-rows.ts';
import { methodName, replacePath } from '../parts/payment-method.ts';
import { doneAs, show } from '../parts/respond.ts';
import { whySection } from '../parts/why.ts';
import type { Reads } from '../reads.ts';
import { type AccountPage, formatsOf, formOf, offers, type PageStep, type Visit, visitOf } from '../visit.ts';
import { type ConfirmDeps, showChallenge, unconfirmedText } from './confirm.ts';
import { invoiceChallenge } from './invoice-challenge.ts';

export interface InvoicePageDeps extends OrderDeps, ConfirmDeps {
  readonly printer: Pick<InvoicePrinter, 'print'>;
}

/** Lines that a page shows; the PDF has all of them. */
const MOST_LINES = 100;

/** One invoice: its content, its payment, its PDF and its e-invoice. */
export const singleInvoicePage = (
  reads: Reads,
  deps: InvoicePageDeps,
): Record<'get' | 'pay' | 'pdf' | 'eInvoice', PageStep> => {
  const partsOf = findInvoiceParts(deps);
  const creditedNumbers = findCreditedNumbers(deps);
  const toExplain = findInvoiceToExplain(deps);
  const eInvoiceInDocument = findEInvoiceInDocument(deps);
  const collect = collectInvoice(deps);
  const confirm = confirmInvoicePayment(deps);
  const documentOf = findInvoiceDocument(deps);

  const read = ({ caller }: Visit, uuid: string): Promise<InvoiceParts> =>
    partsOf({ caller, version: LATEST, turn: deps.world.turn, embedded: MOST_LINES }, uuid);

  const wholly = (caller: Visit['caller']) => ({
    caller,
    version: LATEST,
    turn: deps.world.turn,
    embedded: Number.POSITIVE_INFINITY,
  });

  const showInvoice = async (
    ctx: AccountPage,
    invoice: ShownInvoice,
    warning?: string,
    status = warning ? 422 : 200,
  ): Promise<void> => {
    const visit = visitOf(ctx);
    const { caller, words } = visit;
    const parts = await read(visit, invoice.uuid);
    const originals = await creditedNumbers(caller, invoice.uuid);
    const number = invoice.invoice_number ?? '';
    const explained = await toExplain(caller, parts, MOST_LINES);
    const pdfs = `/account/invoices/${number}/pdf`;
    const { why } = documentLanguage(visit.locale, visit.site.texts).words;
    show(
      ctx,
      { title: invoiceTitle(visit, invoice), back: true },
      [
        formProblem(warning),
        invoiceContent(visit, { ...parts, lines: parts.lines.slice(0, MOST_LINES) }, originals),
        parts.lines.length > MOST_LINES ? html`<p class="quiet">${words.invoices.moreLines}</p>` : html``,
        whySection(
          visit,
          invoice.currency,
          explained,
          html`<p><a href="${pdfs}?why=yes" download="invoice-${number}.pdf">${why.pdf}</a></p>`,
        ),
        await paymentOf(visit, invoice, await reads.waitsForCustomer(visit, invoice)),
        html`<p class="choices"><a class="button second" href="${pdfs}" download="invoice-${number}.pdf">${words.actions.pdf}</a>${
          (await offersXml(visit, parts))
            ? html`<a class="button second" href="/account/invoices/${number}/e-invoice">${words.actions.eInvoice}</a>`
            : ''
        }</p>`,
      ],
      status,
    );
  };

  /**
   * Whether the page offers the e-invoice. The lines of a long invoice that are not shown can rule it out: its download
   * says so then.
   */
  const offersXml = async ({ caller, account }: Visit, parts: InvoiceParts): Promise<boolean> =>
    parts.lines.length > MOST_LINES
      ? mayHaveEInvoice(caller, parts, account)
      : (await eInvoiceInDocument(caller, parts, account)) !== undefined;

  /** `toConfirm`: the bank declined the last attempt because the customer has to confirm it. */
  const paymentOf = async (visit: Visit, invoice: ShownInvoice, toConfirm: boolean): Promise<Markup> => {
    const { words } = visit;
    if (invoice.type !== 'charge') return html``;
    if (invoice.state === 'failed') return html`<p class="note">${words.invoices.writtenOff}</p>`;
    if (invoice.state === 'processing') return html`<p class="note">${words.invoices.processing}</p>`;
    if (invoice.state !== 'past_due' && invoice.state !== 'pending') return html``;
    if (invoice.collection_method === 'manual') return html`<p class="note">${words.invoices.byInvoice}</p>`;
    if (!offers(visit, 'payment_method')) return html``;
    const info = await reads.payingMethodOf(visit, invoice);
    const replace = html`<a class="button second" href="${replacePath(invoice)}">${info ? words.actions.card : words.actions.addCard}</a>`;
    const amount = formatsOf(visit, invoice.currency).money(invoice.balance_in_cents);
    const pay = toConfirm ? words.confirm.submit(amount) : words.actions.pay(amount);
    return html`<section class="card" aria-labelledby="pay"><h2 id="pay">${toConfirm ? words.confirm.title : words.invoices.payTitle}</h2>
${
  info
    ? html`${toConfirm ? html`<p>${words.confirm.asked}</p>` : ''}<p id="charged-to">${words.invoices.payWith(methodName(visit, info))}</p>
${form(
  visit,
  { action: `/account/invoices/${invoice.invoice_number ?? ''}/pay` },
  html`<input type="hidden" name="method" value="${agreedKey(visit, info)}">
<div class="choices"><button class="main" type="submit" aria-describedby="charged-to">${pay}</button>${replace}</div>`,
)}`
    : html`<p>${words.invoices.payNoMethod}</p><div class="choices">${replace}</div>`
}</section>`;
  };

  const find = (ctx: AccountPage): Promise<ShownInvoice> => reads.invoiceOf(visitOf(ctx), ctx.params.number ?? '');

  return {
    async get(ctx) {
      await showInvoice(ctx, await find(ctx));
    },
    async pay(ctx) {
      const visit = visitOf(ctx);
      const { words, caller } = visit;
      const invoice = await find(ctx);
      try {
        const { result: result_token, method } = formOf(ctx);
        const { uuid } = invoice;
        const agreed = await reads.payingMethodOf(visit, invoice);
        // The customer agrees to what the page named, and is asked again where another method would be charged.
        if (!agreed || method !== agreedKey(visit, agreed))
          return await showInvoice(ctx, invoice, words.problems.stale);
        // Only what the bank wants to have confirmed may be tried again within the hour.
        const collected =
          result_token || (await reads.waitsForCustomer(visit, invoice))
            ? await confirm(caller, { uuid, result_token, agreed })
            : await collect(caller, uuid, undefined, agreed);
        const actionToken = challengeOf(collected);
        if (actionToken)
          return await showChallenge(
            deps,
            ctx,
            invoiceChallenge(visit, invoice, { actionToken, agreed, fields: formOf(ctx) }),
          );
        if (collected.outcome === 'declined') {
          return await showInvoice(ctx, await find(ctx), declineText(visit, collected.error_code));
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.symbol === 'unable_to_collect') return doneAs(ctx, 'stale');
        if (error.symbol === 'token_invalid') return showInvoice(ctx, invoice, unconfirmedText(visit));
        if (error.symbol === 'too_many_collection_attempts') return showInvoice(ctx, invoice, words.problems.payLater);
        throw error;
      }
      doneAs(ctx, (await find(ctx)).state === 'processing' ? 'processing' : 'paid');
    },
    async pdf(ctx) {
      const visit = visitOf(ctx);
      const { caller, site, locale } = visit;
      const isExplained = fieldsOf(ctx.querystring).get('why') !== null;
      const { words } = documentLanguage(locale, site.texts);
      const whyLanguage = (currency: string) => ({ words, formats: formatsOf(visit, currency), locale });
      const { uuid, invoice_number } = await find(ctx);
      const reading = wholly(caller);
      const bytes = await deps.printer.print({ site, actor: `customer:${site.id}` }, async () => {
        const parts = await partsOf(reading, uuid);
        const explained = isExplained ? await toExplain(caller, parts, MOST_LINES) : undefined;
        const appendix = explained && whyText(whyAmount(explained, whyLanguage(parts.invoice.currency), MOST_LINES));
        return {
          ...(await documentOf(caller, parts, visit.account)),
          acceptLanguage: locale,
          ...(appendix ? { appendix } : {}),
        };
      });
      ctx.type = 'application/pdf';
      ctx.set('Content-Disposition', `attachment; filename="invoice-${invoice_number ?? ''}.pdf"`);
      ctx.body = bytes;
    },
    async eInvoice(ctx) {
      const { caller, account, words } = visitOf(ctx);
      const invoice = await find(ctx);
      const { uuid, invoice_number } = invoice;
      const found = await eInvoiceInDocument(caller, await partsOf(wholly(caller), uuid), account);
      if (!found) return showInvoice(ctx, invoice, words.invoices.noEInvoice, 404);
      ctx.type = 'application/xml';
      ctx.set('Content-Disposition', `attachment; filename="invoice-${invoice_number ?? ''}.xml"`);
      ctx.body = await inTurns(eInvoiceInSteps(found, sentFormat(found)), deps.world.turn);
    },
  };
};

/**
 * Returns what a form says about the method that its page names: which one it is, and the card or bank account behind
 * it, neither of which leaves the service.
 */
const agreedKey = ({ secret }: Visit, { id, reference }: BillingInfoRecord): string =>
  createHmac('sha256', secret).update(`${id}\n${reference}`).digest('hex');

/** The action token of the challenge that an attempt needs; undefined if it needs none. */
const challengeOf = (attempt: CollectedInvoice | ConfirmedInvoicePayment): string | undefined => {
  if (attempt.outcome === 'challenged') return attempt.action_token_id;
  return attempt.outcome === 'declined' ? (attempt.transaction?.action_token ?? undefined) : undefined;
};
