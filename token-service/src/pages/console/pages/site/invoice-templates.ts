import type { InvoiceTemplateRecord } from '@service/billing/domain/invoice-templates/record.ts';
import type { InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import { listAccounts } from '@service/billing/queries/accounts/accounts.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findInvoiceTemplate, listInvoiceTemplates } from '@service/billing/queries/settings/invoice-templates.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { type Fact, factList, momentOf } from '../../parts/figures.ts';
import { templatePath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf } from '../../visit.ts';
import { merchantAddress } from './merchant-address.ts';

const MOST_SHOWN = 200;
const oldest = { sort: 'created_at', order: 'asc', limit: MOST_SHOWN } as const;

/** The looks that invoices can have, and one of them. */
export const invoiceTemplatePages = (deps: QueryDeps): readonly ConsoleRoute[] => {
  const list = listInvoiceTemplates(deps);
  const find = findInvoiceTemplate(deps);
  const accounts = listAccounts(deps);
  return [
    readingPage('/settings/invoice-templates', 'invoice templates', 'settings.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const { records } = await list.page(visit.caller, { ...oldest, filter: {} });
      showPage(
        ctx,
        {
          title: 'Invoice templates',
          subtitle:
            'An invoice has the template of its customer, else the default one. It keeps the look that it was made with.',
          back: { href: '/settings', label: 'Settings' },
        },
        [templateTable(visit, records)],
      );
    }),
    readingPage('/settings/invoice-templates/:uuid', 'invoice template', 'settings.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const template = await find(visit.caller, ctx.params.uuid ?? '');
      const { uuid, name, code, description, is_default } = template;
      const naming = await accounts.count(visit.caller, { ...oldest, filter: { invoice_template_uuid: uuid } });
      showPage(
        ctx,
        {
          title: name,
          subtitle: html`<code>${code}</code>${is_default ? ' · the default' : ''}`,
          back: { href: '/settings/invoice-templates', label: 'Invoice templates' },
        },
        [
          description ? html`<p class="prose">${description}</p>` : '',
          html`<section class="panel"><h2>Look</h2>${factList(lookOf(template))}</section>
${textSection('Text above the lines', template.text)}
${textSection('Text below each line', template.line_text)}
<section class="panel"><h2>Template</h2>${factList([
            { label: 'Id', value: html`<code>${uuid}</code>` },
            { label: 'Customers that name it', value: naming.toLocaleString('en-US') },
            { label: 'Created', value: momentOf(visit, template.created_at) },
            { label: 'Changed', value: momentOf(visit, template.updated_at) },
          ])}</section>`,
        ],
      );
    }),
  ];
};

const templateTable = (visit: ConsoleVisit, templates: readonly InvoiceTemplateRecord[]): Markup =>
  consoleTable<InvoiceTemplateRecord>({
    caption: 'Invoice templates',
    rows: templates,
    href: ({ uuid }) => `${visit.prefix}${templatePath(uuid)}`,
    empty: html`No templates: invoices have the logo, address and texts of the settings. Ask those who run the service to add one with <code>npm run invoice-template</code>.`,
    columns: [
      { name: 'name', label: 'Name', cell: ({ name }) => name },
      { name: 'code', label: 'Code', cell: ({ code }) => html`<code>${code}</code>` },
      { name: 'used', label: 'Used', cell: ({ is_default }) => (is_default ? 'by default' : 'if it is named') },
      { name: 'description', label: 'For', cell: ({ description }) => description ?? '' },
    ],
  });

const pictureOf = (picture: InvoicePicture | null): string | undefined =>
  picture ? `${picture.type.toUpperCase()}, ${picture.width} × ${picture.height} px` : undefined;

const lookOf = (template: InvoiceTemplateRecord): readonly Fact[] => [
  { label: 'Picture at the head', value: pictureOf(template.header_image) ?? 'the logo' },
  { label: 'Picture at the foot', value: pictureOf(template.footer_image) ?? 'none' },
  { label: 'Address', value: template.address ? merchantAddress(template.address) : 'of the seller' },
  { label: 'Dates of lines', value: template.hide_line_dates ? 'hidden' : 'shown' },
  { label: 'Lines without an amount', value: template.hide_zero_lines ? 'hidden' : 'shown' },
];

/** A text as the template has it, with its variables. */
const textSection = (title: string, text: string | null): Markup | string =>
  text
    ? html`<section class="panel"><h2>${title}</h2>${text.split('\n').map((row) => html`<p class="prose">${row}</p>`)}</section>`
    : '';
