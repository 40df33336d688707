import { siteList } from '../site-list.ts';

/** Lists invoices, without what is shown inside them. */
export const listInvoices = siteList(({ invoices }) => invoices);
