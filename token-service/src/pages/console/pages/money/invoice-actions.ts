import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { foldedActions } from '../../parts/folded-actions.ts';
import { actionLink } from '../../parts/form.ts';
import { invoicePath } from '../../parts/paths.ts';
import { type ConsoleVisit, may, seesPersonalData } from '../../visit.ts';
import { isInDunning } from './dunning-words.ts';

const isOpenCharge = ({ type, state }: ShownInvoice): boolean =>
  type === 'charge' && (state === 'pending' || state === 'past_due');

/** Whether an attempt to collect an invoice can be made now. */
const isCollectibleNow = (invoice: ShownInvoice): boolean =>
  isOpenCharge(invoice) && invoice.collection_method === 'automatic' && invoice.balance_in_cents > 0;

/** Links to what can be done with an invoice in its state, as far as the operator may. The main one comes first. */
export const invoiceActions = (visit: ConsoleVisit, invoice: ShownInvoice): Markup[] => {
  const owed = moneyOf(invoice.balance_in_cents, invoice.currency);
  const path = (action: string): string => invoicePath(invoiceName(invoice), action);
  const isRefundable = invoice.type === 'charge' && invoice.state === 'paid' && invoice.refundable_total_in_cents > 0;
  const isOpenCredit = invoice.type === 'credit' && invoice.state === 'open';
  const isOpen = isOpenCharge(invoice);
  const offered: readonly (readonly [
    when: boolean,
    permission: Permission,
    action: string,
    label: string,
    key?: string,
  ])[] = [
    [isCollectibleNow(invoice), 'invoices.collect', 'collect', `Collect ${owed}`],
    [isOpen, 'invoices.record_payment', 'record-payment', 'Record payment'],
    [isRefundable, 'invoices.refund', 'refund', 'Refund', 'r'],
    [isOpen, 'invoices.collect', 'apply-credit', 'Use credit'],
    [isInDunning(invoice), 'dunning.stop', 'stop-dunning', 'Stop dunning'],
    [
      isOpen || (invoice.type === 'charge' && invoice.state === 'processing'),
      'invoices.write_off',
      'mark-failed',
      'Write off',
    ],
    [isOpenCredit, 'invoices.write_off', 'void', 'Void credit'],
    [isOpen || (invoice.type === 'charge' && invoice.state === 'paid'), 'invoices.send', 'send', 'Send again'],
    [true, 'invoices.edit', 'edit', 'Edit', 'e'],
  ];
  const links = offered
    .filter(([when, permission]) => when && may(visit, permission))
    .map(([, , action, label, key = ''], place) => actionLink(visit, path(action), label, { main: place === 0, key }));
  const pdf = seesPersonalData(visit)
    ? [html`<a class="button" href="${visit.prefix}${path('pdf')}" download>PDF</a>`]
    : [];
  return foldedActions([...links, ...pdf], 2);
};
