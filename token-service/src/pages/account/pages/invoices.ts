import type { Position } from '@service/billing/ports/listing.ts';
import { html } from '../../../documents/html.ts';
import { fieldsOf } from '../../../http/query.ts';
import { invoiceRows } from '../parts/invoice-rows.ts';
import { show } from '../parts/respond.ts';
import type { Reads } from '../reads.ts';
import { type PageStep, visitOf } from '../visit.ts';

const ON_A_PAGE = 20;
/** The last invoice of the page before: its uuid and its date. */
const POSITION = /^([0-9a-f]{32})-(\d{1,12})$/;

/** All invoices, the latest first. */
export const invoicesPage = ({ invoicesOf }: Reads): PageStep =>
  async function invoicesPage(ctx) {
    const visit = visitOf(ctx);
    const { words } = visit;
    const from = positionIn(fieldsOf(ctx.querystring).get('after') ?? '');
    const found = await invoicesOf(visit, ON_A_PAGE + 1, from);
    const shown = found.slice(0, ON_A_PAGE);
    const last = shown.at(-1);
    const older = found.length > ON_A_PAGE && last ? `?after=${last.uuid}-${last.created_at}` : undefined;
    show(ctx, { title: words.invoices.title, back: true }, [
      shown.length > 0 ? invoiceRows(visit, shown) : html`<p>${words.invoices.none}</p>`,
      older || from
        ? html`<p class="choices">${from ? html`<a class="button second" href="/account/invoices">${words.invoices.newest}</a>` : ''}${older ? html`<a class="button second" href="/account/invoices${older}">${words.invoices.older}</a>` : ''}</p>`
        : html``,
    ]);
  };

const positionIn = (text: string): Position | undefined => {
  const [, id, at] = POSITION.exec(text) ?? [];
  return id && at ? { id, at: Number(at), back: false } : undefined;
};
