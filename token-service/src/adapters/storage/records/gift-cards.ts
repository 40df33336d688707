import type { GiftCardRecord, GiftCardRow } from '@service/billing/domain/gift-cards/record.ts';
import type { GiftCardFilter, GiftCardRecords } from '@service/billing/ports/gift-cards.ts';
import { giftCard } from '@service/billing/resources/gift-card.ts';
import type { Queries } from '../database.ts';
import { type Bind, countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';
import { addressOfInvoice } from './joined.ts';

const codeOf = (column: string): string =>
  `(SELECT a.account_code FROM accounts a WHERE a.site_id = r.site_id AND a.id = r.${column})`;

/** A debit that a bank still has to settle pays for a card where its site allowed that. */
const PAYS = "(i.state = 'paid' OR (i.state = 'processing' AND r.before_settlement))";
const PAID =
  '(r.purchase_invoice_id IS NULL OR EXISTS (SELECT 1 FROM invoices i ' +
  `WHERE i.site_id = r.site_id AND i.uuid = r.purchase_invoice_id AND ${PAYS}))`;

/** The moment after the days of the site `s`. */
const BREAKAGE_AT = '(r.created_at + s.gift_card_breakage_days * 86400)';

const giftCards = table<GiftCardRecord, GiftCardRow>({
  name: 'gift_cards',
  key: ['key'],
  columns: [
    ...columns({
      key: 'text',
      gifter_account_id: 'text',
      recipient_account_id: 'text',
      purchase_invoice_id: 'text',
      redemption_invoice_id: 'text',
      before_settlement: 'boolean',
      delivery_due_at: 'bigint',
      breakage_at: 'bigint',
    }),
    ...resourceColumns(giftCard),
  ],
  computed: {
    gifter_account_code: { holds: 'text', sql: codeOf('gifter_account_id') },
    recipient_account_code: { holds: 'text', sql: codeOf('recipient_account_id') },
    purchase_invoice: addressOfInvoice('r.purchase_invoice_id'),
    redemption_invoice: addressOfInvoice('r.redemption_invoice_id'),
    paid: { holds: 'boolean', sql: PAID },
  },
});

/** Filters by the account's id, which is indexed. */
const ofAccount = (column: string, code: string, bind: Bind): string =>
  `r.${column} = (SELECT a.id FROM accounts a WHERE a.site_id = $1 AND a.account_code = ${bind(code)})`;

const listed: ListedTable<GiftCardRecord, GiftCardFilter> = {
  table: giftCards,
  id: 'key',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ gifter_account_code: gifter, recipient_account_code: recipient }, bind) => [
    ...(gifter === undefined ? [] : [ofAccount('gifter_account_id', gifter, bind)]),
    ...(recipient === undefined ? [] : [ofAccount('recipient_account_id', recipient, bind)]),
  ],
};

const BY_ID = `${giftCards.select} WHERE r.site_id = $1 AND r.id = $2`;
const BY_KEY = `${giftCards.select} WHERE r.site_id = $1 AND r.key = $2`;
const BY_CODE = `${giftCards.select} WHERE r.site_id = $1 AND r.redemption_code = $2`;

const REDEEM =
  'UPDATE gift_cards AS r SET redeemed_at = $3, updated_at = $3 WHERE r.site_id = $1 AND r.key = $2 ' +
  `AND r.redeemed_at IS NULL AND r.canceled_at IS NULL AND ${PAID}`;
const UNREDEEM = 'UPDATE gift_cards SET redeemed_at = NULL WHERE site_id = $1 AND key = $2';

export const giftCardRecords = (queries: Queries, siteId: string, due: DueReader): GiftCardRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && giftCards.read(row);
  },
  async byKey(key) {
    const row = await queries.get(BY_KEY, [siteId, key]);
    return row && giftCards.read(row);
  },
  async byCode(redemptionCode) {
    // Codes consist of capital letters and digits.
    const row = await queries.get(BY_CODE, [siteId, redemptionCode.toUpperCase()]);
    return row && giftCards.read(row);
  },
  async add(record) {
    await queries.write(giftCards.insert, giftCards.values(siteId, record));
  },
  async save(record) {
    await queries.write(giftCards.update, giftCards.values(siteId, record));
  },
  async redeem(key, at) {
    return (await queries.run(REDEEM, [siteId, key, at])) === 1;
  },
  async unredeem(key) {
    await queries.write(UNREDEEM, [siteId, key]);
  },
  dueForDelivery: due({
    kind: 'gift_card_delivery',
    from: 'gift_cards r LEFT JOIN invoices i ON i.site_id = r.site_id AND i.uuid = r.purchase_invoice_id',
    id: 'r.key',
    subject: 'r.gifter_account_id',
    // One that was paid later is delivered then.
    at: 'CASE WHEN i.closed_at > r.delivery_due_at THEN i.closed_at ELSE r.delivery_due_at END',
    where: `r.delivery_due_at <= :until AND (r.purchase_invoice_id IS NULL OR ${PAYS})`,
    order: 'r.delivery_due_at, r.key',
  }),
  dueForBreakage: due({
    kind: 'gift_card_breakage',
    // The site first: its days bound what is read of the index, and nothing is read where it has none.
    from:
      'sites s CROSS JOIN gift_cards r ' +
      'LEFT JOIN invoices i ON i.site_id = r.site_id AND i.uuid = r.purchase_invoice_id',
    id: 'r.key',
    subject: 'r.gifter_account_id',
    // The value of one that was paid later is earned then.
    at: `CASE WHEN i.closed_at > ${BREAKAGE_AT} THEN i.closed_at ELSE ${BREAKAGE_AT} END`,
    where:
      's.id = r.site_id AND r.created_at <= CAST(:until AS bigint) - s.gift_card_breakage_days * 86400 ' +
      'AND r.redeemed_at IS NULL AND r.canceled_at IS NULL AND r.breakage_at IS NULL ' +
      `AND (r.purchase_invoice_id IS NULL OR ${PAYS})`,
    order: 'r.created_at, r.key',
  }),
});
