import { balanceEvents, writtenOffCharge } from '../../../domain/invoices/balance.ts';
import type { MovedInvoice } from '../../../domain/invoices/moved.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import { writeOff } from '../../../domain/invoices/write-off.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Seconds } from '../../../values/time.ts';
import { payRecalled, recallCredit } from '../credit/recall-credit.ts';
import { moveCredit } from '../credit/undo-use.ts';
import { payFromHeldCredit } from '../credit/use-credit.ts';
import { saveCharge } from '../events/save-charge.ts';
import { cancelUnpaidCard } from '../gift-cards/cancel-unpaid-card.ts';
import { addInvoice } from './add-invoice.ts';
import { recovered } from './collectible.ts';
import { refundableLines } from './refundable-lines.ts';

/** States in which a charge invoice can be failed. */
export const CAN_FAIL: readonly string[] = ['pending', 'processing', 'past_due'];

/**
 * Fails a charge invoice: credit that its account holds pays it first, and a credit invoice over what was not credited
 * before closes the rest of the balance. What was paid, with money or credit, does not become credit. Returns the uuid
 * of the credit invoice; undefined: credit has paid the invoice. Must run in a transaction that is serialized with
 * other payments of the account.
 */
export const failInvoice = async (
  records: Records,
  world: Pick<World, 'ids'>,
  charge: ShownInvoice,
  at: Seconds,
): Promise<string | undefined> => {
  const own = await withOwnCredit(records, world, charge, at);
  const held = await payFromHeldCredit(records, world, own.invoice, at);
  const owing = held.invoice;
  const events = [...own.events, ...held.events];
  if (owing.balance_in_cents === 0) {
    await saveCharge(records, charge, recovered({ invoice: owing, events }, charge, 'credit_applied'));
    return undefined;
  }
  const setting = { uuid: world.ids.uuid, at };
  const { credit, charges } = writeOff(setting, charge, await refundableLines(records, charge.uuid));
  await saveCharge(records, charge, writtenOffCharge(owing, at));
  const given = await addInvoice(records, world, credit);
  const from = given.uuid;
  await cancelUnpaidCard(records, world, charge, given, at);
  for (const after of charges) {
    const line = await records.adjustments.find(after.uuid);
    if (line) await records.adjustments.save({ ...line, ...after, updated_at: at });
  }
  const settling = { records, world, at };
  const owed = owing.balance_in_cents;
  const rest = 0 - credit.invoice.total_in_cents - owed;
  await moveCredit(settling, charge, { action: 'write_off', from, to: charge.uuid, amount: owed });
  if (rest > 0) await moveCredit(settling, charge, { action: 'reduction', from, to: null, amount: rest });
  return from;
};

/**
 * Pays a charge with credit that was given for it before it was paid, as earlier releases did. Returns the charge, not
 * saved yet.
 */
const withOwnCredit = async (
  records: Records,
  world: Pick<World, 'ids'>,
  charge: ShownInvoice,
  at: Seconds,
): Promise<MovedInvoice<ShownInvoice>> => {
  const twice = charge.credited_in_cents + charge.balance_in_cents - charge.total_in_cents;
  if (twice <= 0) return { invoice: charge, events: [] };
  const settling = { records, world, at };
  const paid = await payRecalled(settling, charge, await recallCredit(settling, charge, twice));
  return {
    invoice: { ...charge, balance_in_cents: charge.balance_in_cents - paid },
    events: balanceEvents(charge, paid),
  };
};
