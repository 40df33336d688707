import { reversalFee } from '../../domain/ledger/dispute-movements.ts';
import { authorizationSubject, type Intent, type Reservation } from '../../domain/payments/intent.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Seconds } from '../../values/time.ts';
import { readPayload } from './intent-payload.ts';
import type { Reversal } from './reverse-payment.ts';

/**
 * Closes an intent without an outcome and releases what was reserved for it; an authorization is void from then on.
 * Does nothing when it is closed already.
 */
export const abandon = async (records: Records, intentId: string, at: Seconds): Promise<void> => {
  const intent = await records.intents.find(intentId);
  if (!intent) return;
  if (intent.kind === 'authorization') await voidAuthorization(records, intent, at);
  if (intent.reserved) await releaseReservation(records, intent.reserved);
  await records.intents.close(intentId);
};

/**
 * Abandons an intent that was reversed, and records what that has cost. A capture that was reversed has taken its
 * authorization with it.
 */
export const endReversed = async (
  records: Records,
  world: Pick<World, 'ids'>,
  intent: Intent,
  { outcome, fee }: Reversal,
  at: Seconds,
): Promise<void> => {
  if (fee && (await records.intents.find(intent.id)))
    await records.ledger.append(reversalFee(world, intent.id, fee, at));
  await abandon(records, intent.id, at);
  const capturing = intent.kind === 'payment' ? readPayload(intent, 'payment').capturing : undefined;
  if (!capturing || outcome === 'nothing') return;
  const authorization = await records.intents.of(authorizationSubject(capturing.transaction));
  if (authorization) await abandon(records, authorization.id, at);
};

const voidAuthorization = async ({ transactions }: Records, { subject }: Intent, at: Seconds): Promise<void> => {
  const found = await transactions.find(subject.slice(authorizationSubject('').length));
  if (!found) return;
  const { invoice: _, ...transaction } = found;
  await transactions.save({ ...transaction, status: 'void', voidable: false, refundable: false, updated_at: at });
};

export const releaseReservation = async (
  { coupons: held, giftCards }: Records,
  { coupons, codes, gift_cards }: Reservation,
): Promise<void> => {
  for (const key of coupons) await held.unredeem(key);
  for (const key of codes) await held.codes.unredeem(key);
  for (const key of gift_cards) await giftCards.unredeem(key);
};
