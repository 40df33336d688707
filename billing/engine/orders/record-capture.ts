import { hasClosedBooks } from '../../domain/periods/period.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { storeMethod } from '../recording/billing-info/store-method.ts';
import { recordOutcome } from '../recording/request-outcome.ts';
import { findCapturable } from './authorization.ts';
import type { OrderDraft } from './drafting/draft-order.ts';
import { ofAccount } from './drafting/of-account.ts';
import { type RecordedOrder, recordOrder } from './record-order.ts';

/** The members of records that say when the order was made. */
const DATES: ReadonlySet<string> = new Set(['at', 'created_at', 'updated_at']);

/** Seconds: much less than has to pass after a month before it can be closed. */
const SOON: Seconds = 1_800;

/** Returns the moment before which books are closed. The site was read before the gateway was asked for the capture. */
const booksClosedUntil = async ({ periods }: Records, { at }: Caller, orderedAt: Seconds): Promise<Seconds> =>
  at - orderedAt < SOON ? 0 : ((await periods.all()).find(hasClosedBooks)?.ends_at ?? 0);

/**
 * Returns an order that was made in a month that is closed as of the first open one. Its periods stay as they are, and
 * the payment has the moment of the authorization.
 */
const datedFrom = (draft: OrderDraft, closedUntil: Seconds): OrderDraft =>
  draft.at >= closedUntil
    ? draft
    : // It was stored as JSON.
      JSON.parse(JSON.stringify(draft), (name, value) => (DATES.has(name) && value === draft.at ? closedUntil : value));

/**
 * Records the order of an authorization that was captured, as it was priced, and closes the authorization. Throws
 * `authorization_gone`, and what `recordOrder` throws.
 *
 * @param uuid of the authorization's transaction
 */
export const recordCapture = async (
  world: World,
  caller: Caller,
  records: Records,
  uuid: string,
): Promise<RecordedOrder> => {
  const found = await findCapturable(records, uuid, caller.at);
  if ('outcome' in found) throw new Failure('authorization_gone');
  const { transaction, intent, payload } = found;
  const { method } = payload;
  // Another request may have created the account since.
  const account = await records.accounts.find(payload.draft.account_code);
  const ordered = ofAccount(payload.draft, account?.id);
  const draft = datedFrom(ordered, await booksClosedUntil(records, caller, ordered.at));
  const isAtGateway = transaction.gateway_code !== null;
  await records.intents.close(intent);
  const recorded = await recordOrder(world, caller, records, draft, {
    transaction: {
      ...transaction,
      action: 'purchase',
      status: 'success',
      voidable: isAtGateway,
      refundable: isAtGateway,
      updated_at: caller.at,
    },
    known: true,
    saveMethod: method ? (inside, account) => storeMethod(world, inside, account, draft, method) : undefined,
  });
  return recordOutcome(records, caller, recorded);
};
