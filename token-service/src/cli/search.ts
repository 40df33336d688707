import { needSite } from '@service/billing/engine/sites/on-site.ts';
import type { SearchGroup, SearchHit, SearchKind } from '@service/billing/queries/search/result.ts';
import { search } from '@service/billing/queries/search/search.ts';
import { command, type Json, type Tool } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

/** Records of each kind that are printed. */
const HITS = 10;

const HEADINGS: Readonly<Record<SearchKind, string>> = {
  customer: 'Customers',
  subscription: 'Subscriptions',
  invoice: 'Invoices',
  payment: 'Payments',
  coupon: 'Coupons',
  gift_card: 'Gift cards',
  request: 'Requests',
  message: 'Mail',
  delivery: 'Webhook deliveries',
  endpoint: 'Webhook endpoints',
  approval: 'Approvals',
  report_run: 'Reports in the background',
  event: 'Events',
  audit_entry: 'Audit log',
};

const CARD_NUMBER = 'A number as long as that of a card is not searched: give its last four digits.';

export const searchTool: Tool = {
  ...topic('search'),
  about: `The text is an email address, name, company, account code, invoice number, uuid, reference of a gateway or of a payment
that was recorded by hand, coupon or gift card code, PO number, VAT number, city, postal code or request id, or the
beginning or a part of some of them. The id of a message, webhook delivery, endpoint, approval, report in the background,
event or entry of the audit log finds that. A card is found by its last four digits, with brand and expiry if they are known:
"visa 4242 12/27".`,
  notes: `Filters may be a part of the text, or all of it: state:past_due plan:gold country:DE city:"New York" postal_code:100
amount>100 amount:19.99 created:2026, created:2026-11 or created:2026-11-03. Amounts are whole units of the currency of
the record, and dates those of the time zone of the site. City, postal code and country are those of the customer. Of
each kind, ten records are printed: first those that the text identifies.`,
  commands: {
    '': command({
      takes: ['subdomain', 'text'],
      does: 'Finds records by an identifier, a part of the data of customers, or filters.',
      example: 'demo "ada state:active"',
      members: ['card_number', 'exact', 'groups'],
      async run(toolbox, [subdomain = '', text = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        const found = await search(toolbox)({ site }, text, { hits: HITS, personal: true });
        const json = {
          card_number: found.card_number,
          exact: found.exact && hitJson(found.exact),
          groups: found.groups.map(({ hits, ...group }) => ({ ...group, hits: hits.map(hitJson) })),
        };
        if (found.card_number) return { text: CARD_NUMBER, json, status: 1 };
        const printed = found.groups.map(groupText).join('\n\n');
        return { text: printed || `Nothing of ${subdomain} was found.`, json };
      },
    }),
  },
};

const hitJson = (hit: SearchHit): { readonly [member: string]: Json } => ({ ...hit });

const groupText = ({ kind, count, more, hits }: SearchGroup): string => {
  const heading = `${HEADINGS[kind]}: ${more ? `more than ${count}` : count}`;
  return `${heading}\n${inColumns(hits.map(({ id, title, detail }) => [`  ${id}`, ...(title === id ? [] : [title]), detail]))}`;
};

if (import.meta.main) await main(searchTool);
