import type { Row } from '../../src/adapters/storage/database.ts';
import type { Books } from './read-books.ts';

/**
 * Checks that money stays with the account that pays, also where its invoices have lines for other accounts: a payment
 * and a payment from credit are of the account of each invoice that they concern, and so is a credit for a charge.
 */
export const accountsOfMoney = ({ invoices, lines, transactions, creditPayments }: Books): string[] => {
  const byUuid = new Map(invoices.map((invoice) => [invoice.uuid, invoice]));
  const accountOf = (invoice: Row[string] | undefined) => byUuid.get(invoice ?? null)?.account_id;
  const isOther = (account: Row[string] | undefined, invoice: Row[string] | undefined): boolean =>
    invoice !== null && accountOf(invoice) !== account;
  const charges = new Map(lines.map((line) => [line.uuid, line.invoice_id]));
  return [
    ...transactions
      .filter(({ account_id, invoice_id }) => isOther(account_id, invoice_id))
      .map(({ uuid }) => `The payment ${uuid} is not of the account of its invoice`),
    ...creditPayments
      .filter((one) => [one.original_invoice_id, one.applied_to_invoice_id].some((id) => isOther(one.account_id, id)))
      .map(({ uuid }) => `The credit payment ${uuid} moves credit between accounts`),
    ...lines
      .filter(({ original_adjustment_uuid: charge, invoice_id }) => charge !== null && invoice_id !== null)
      .filter((line) => isOther(accountOf(line.invoice_id), charges.get(line.original_adjustment_uuid ?? null) ?? null))
      .map(({ uuid }) => `The credit ${uuid} is of another account than its charge`),
  ];
};
