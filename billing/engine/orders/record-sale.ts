import type { Caller } from '../../caller.ts';
import { Failure } from '../../failure.ts';
import type { GiftCardRow } from '../../gift-cards/record.ts';
import { paid } from '../../invoices/pay-drafts.ts';
import type { InvoiceRecord } from '../../invoices/record.ts';
import { moneyReceived } from '../../ledger/movements.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { saveAccount } from '../accounts/account-writer.ts';
import { auditEntry } from '../audit-entry.ts';
import { bookCredit, takeFromCredit } from '../payments/use-credit.ts';
import { keepPrice } from '../refunds/gift-card-price.ts';
import { addInvoice } from './add-invoice.ts';
import type { Sale } from './sale.ts';

/** How a sale was paid with money, and what it puts on file. */
export interface SalePayment {
  readonly transaction?: TransactionRecord | undefined;
  /** It was authorized, or awaited, and is there already. */
  readonly known?: boolean;
  /** Puts the payment method on file, for an account. */
  readonly saveMethod?: ((records: Records, accountId: string) => Promise<void>) | undefined;
}

/** What a sale has become. */
export interface RecordedSale {
  readonly account_id: string;
  readonly charge: string | undefined;
  readonly credits: readonly string[];
  readonly subscriptions: readonly string[];
  /** The number of the gift card that was bought. */
  readonly gift_card: number | null;
}

/**
 * Writes a sale, all of it or nothing (DESIGN section 6, step 4): account, payment method, subscriptions, invoices with their numbers, payment, coupons, gift card,
 * credit and the ledger. Belongs into one transaction with the end of its intent. What was reserved is taken already. Throws
 * `simultaneous_request` when what it was priced on has changed.
 */
export const recordSale =
  (world: World) =>
  async (
    caller: Caller,
    records: Records,
    sale: Sale,
    { transaction, known = false, saveMethod }: SalePayment,
  ): Promise<RecordedSale> => {
    const { at, account_id } = sale;
    await recordAccount(records, world, caller, sale);
    await saveMethod?.(records, account_id);
    for (const subscription of sale.subscriptions) await records.subscriptions.add(subscription);

    const payment = transaction && { ...transaction, account_id, invoice_id: sale.charge?.invoice.uuid ?? null };
    const settled = payment?.status === 'success' ? payment.amount_in_cents : 0;
    const number = sale.bought && (await records.next('gift_card'));
    for (const draft of sale.credits) await addInvoice(records, world, draft, sale.swept);
    if (sale.charge) {
      const invoice = {
        ...afterPayment(sale.charge.invoice, payment, settled, at),
        ...(number ? { gift_card_id: number } : {}),
      };
      await addInvoice(records, world, { ...sale.charge, invoice }, sale.swept);
      if (payment && settled > 0) await records.ledger.append(moneyReceived(world, sale.charge.invoice, payment, at));
    }
    if (payment) await (known ? records.transactions.save(payment) : records.transactions.add(payment));

    const fresh = new Set(sale.credits.map(({ invoice }) => invoice.uuid));
    for (const use of sale.creditPayments) {
      if (!fresh.has(use.original_invoice_id))
        await takeFromCredit(records, use.original_invoice_id, use.amount_in_cents, at);
      await bookCredit(records, world, use, at);
    }
    for (const redemption of sale.redemptions) await records.redemptions.add(redemption);
    for (const redemption of sale.redeemedBefore) await records.redemptions.save(redemption);
    await recordGiftCard(records, sale);
    if (sale.bought && number) await recordBoughtCard(records, caller, sale.bought, number);
    await records.auditLog.append(auditEntry(world, caller, 'sale.made', sale.account_code));
    return {
      account_id,
      charge: sale.charge?.invoice.uuid,
      credits: sale.credits.map(({ invoice }) => invoice.uuid),
      subscriptions: sale.subscriptions.map(({ uuid }) => uuid),
      gift_card: number,
    };
  };

/** The card, and the message that brings it to whom it is for. */
const recordBoughtCard = async (
  { giftCards, outbox }: Records,
  { correlation }: Caller,
  card: GiftCardRow,
  id: number,
): Promise<void> => {
  await giftCards.add({ ...card, id });
  const { method, email_address, deliver_at } = card.delivery;
  if (method !== 'email' || !email_address) return;
  await outbox.queue({
    id: card.key,
    kind: 'gift_card_delivery',
    recipient: email_address,
    correlation,
    payload: { gift_card_id: id, deliver_at },
  });
};

/** The account is as it was when the sale was priced: there, or not. */
export const refuseOtherAccount = async ({ accounts }: Records, sale: Sale): Promise<void> => {
  const id = await accounts.idOf(sale.account_code);
  if (id !== (sale.existing ? sale.account_id : undefined)) throw new Failure('simultaneous_request');
};

const recordAccount = async (records: Records, world: World, { site }: Caller, sale: Sale): Promise<void> => {
  await refuseOtherAccount(records, sale);
  const existing = sale.existing ? await records.accounts.find(sale.account_code) : undefined;
  await saveAccount(records, world, site, {
    id: sale.account_id,
    code: sale.account_code,
    existing,
    input: sale.account,
  });
  for (const address of sale.addresses) {
    await records.shippingAddresses.add({ ...address, id: await records.next('shipping_address') });
  }
};

const afterPayment = (
  invoice: InvoiceRecord,
  payment: TransactionRecord | undefined,
  settled: number,
  at: number,
): InvoiceRecord => {
  if (!payment) return invoice;
  return settled === 0 ? { ...invoice, state: 'processing' } : paid(invoice, settled, at);
};

const recordGiftCard = async (records: Records, sale: Sale): Promise<void> => {
  const { giftCards } = records;
  if (!sale.gift_card) return;
  const credit = sale.credits.find(({ invoice }) => invoice.origin === 'gift_card')?.invoice;
  const found = credit?.gift_card_id ? await giftCards.find(credit.gift_card_id) : undefined;
  if (!found || !credit) throw new Failure('simultaneous_request');
  await giftCards.save({
    ...found,
    recipient_account_id: sale.account_id,
    redemption_invoice_id: credit.uuid,
    redeemed_at: sale.at,
    balance_in_cents: -credit.balance_in_cents,
    updated_at: sale.at,
  });
  await keepPrice(records, found, sale.at);
};
