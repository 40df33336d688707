import type { Refused } from '../../domain/payments/gateway-result.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { askIntent, verdictOf } from '../intents/ask-intent.ts';
import { captureAtGateway } from '../intents/follow-up.ts';
import { openIntent, recordInQueue } from '../intents/open-intent.ts';
import { recordTaken } from '../intents/record-taken.ts';
import { needNoOutcome, once, recordDeclinedOutcome } from '../recording/request-outcome.ts';
import { authorizationIntent, findCapturable, type OpenAuthorization } from './authorization.ts';
import { endAuthorization, isBeingCaptured } from './authorization-intent.ts';
import { CAPTURE_INTENT } from './capture-intent.ts';
import { ofAccount } from './drafting/of-account.ts';
import { subjectOf } from './drafting/order-subject.ts';
import { hasSameAccounts } from './drafting/reserve-if-unchanged.ts';
import { recordCapture } from './record-capture.ts';
import type { RecordedOrder } from './record-order.ts';
import type { OrderDeps } from './with-order.ts';

/**
 * Captures an authorization and records its order as it was priced. A repeated request with the same `Idempotency-Key`
 * returns the outcome of the first. Throws `not_found`, `authorization_outdated`, `authorization_gone`,
 * `simultaneous_request`.
 */
export const captureAuthorization = (
  deps: OrderDeps,
  caller: Caller,
  sent: string,
): Promise<RecordedOrder | Declined> => {
  const records = deps.storage.of(caller.site.id);
  return once<RecordedOrder>(records, caller, async () => {
    const find = () => findCapturable(records, sent, caller.at);
    let found = await find();
    if ('outcome' in found && (await endEarlierCapture(deps, caller, sent))) found = await find();
    return 'outcome' in found ? found : capture(deps, caller, found);
  });
};

/**
 * Ends a capture without an outcome that began before the authorization expired: it may have taken the amount. Returns
 * false if there is none. Throws `simultaneous_request` while its outcome is unknown.
 */
const endEarlierCapture = async (deps: OrderDeps, caller: Caller, sent: string): Promise<boolean> => {
  const records = deps.storage.of(caller.site.id);
  const isUnderWay = async (): Promise<boolean> => {
    const authorization = await authorizationIntent(records, sent);
    return authorization !== undefined && isBeingCaptured(records, authorization);
  };
  if (!(await isUnderWay())) return false;
  await deps.intents.endAbandoned(caller);
  await needNoOutcome(records, caller);
  if (await isUnderWay()) throw new Failure('simultaneous_request');
  return true;
};

const capture = async (
  deps: OrderDeps,
  caller: Caller,
  authorization: OpenAuthorization,
): Promise<RecordedOrder | Declined> => {
  const { storage, gateways, world } = deps;
  const { at, actor, idempotency_key = null } = caller;
  const { transaction, payload } = authorization;
  const { uuid, gateway_code, reference, amount_in_cents, currency } = transaction;
  const account = await storage.of(caller.site.id).accounts.identify(payload.draft.account_code);
  const subject = subjectOf(ofAccount(payload.draft, account?.account_id));
  const refuse = async (records: Records) => {
    await needNoOutcome(records, caller);
    await refuseOutdated(records, authorization);
  };
  if (gateway_code === null) {
    return recordInQueue(deps, caller, subject, async (records) => {
      await refuse(records);
      return recordCapture(world, caller, records, uuid);
    });
  }
  const capture = { authorization: reference, transaction: uuid, at, actor, idempotency_key };
  const intent = await openIntent(deps, caller, {
    format: CAPTURE_INTENT,
    subject,
    gateway_code,
    async prepare(records) {
      await refuse(records);
      return { reserved: null };
    },
    payload: capture,
  });
  const key = intent.gateway_key;
  const payment = { gateway_code, key, reference: reference ?? '', amount_in_cents, currency };
  return askIntent(deps, caller, intent, {
    call: () => captureAtGateway(gateways, caller, payment),
    verdictOf,
    onAccepted: () =>
      recordTaken(deps, caller, intent, {
        record: (records) => recordCapture(world, caller, records, uuid),
        recorded: (records) => recordedBy(records, authorization),
      }),
    onRefused(answer) {
      const { error_code } = answer as Refused;
      const declined: Declined = { outcome: 'declined', error_code };
      return {
        result: declined,
        async record(records) {
          await needNoOutcome(records, caller);
          // The gateway has released the authorization, for example after a capture whose process died.
          if (error_code === 'authorization_expired') await endAuthorization(records, authorization.intent.id, at);
          await recordDeclinedOutcome(records, caller, declined);
        },
        // The client is told of the decline, even if the look-up finds that the capture succeeded.
        waits: (open) => ({ ...open, payload: CAPTURE_INTENT.write({ ...capture, idempotency_key: null }) }),
      };
    },
  });
};

/** Returns another process's record of the capture; undefined if there is none. */
const recordedBy = async (
  { transactions, invoices }: Records,
  { transaction: { uuid }, payload: { draft } }: OpenAuthorization,
): Promise<RecordedOrder | undefined> => {
  const paid = await transactions.find(uuid);
  const invoice = paid?.invoice_id ? await invoices.find(paid.invoice_id) : undefined;
  if (!invoice || invoice.uuid !== draft.charge?.invoice.uuid) return undefined;
  return {
    account_id: invoice.account_id,
    charge: invoice.uuid,
    credits: draft.credits.map((credit) => credit.invoice.uuid),
    subscriptions: draft.subscriptions.added.map((subscription) => subscription.uuid),
    gift_card: draft.soldGiftCard ? (invoice.gift_card_id ?? null) : null,
  };
};

/**
 * Throws `authorization_outdated` when credit or pending charges that the order was priced with were used since,
 * because its amount would differ, or when another account pays for it now.
 */
const refuseOutdated = async (records: Records, { payload: { draft } }: OpenAuthorization): Promise<void> => {
  const { accounts, invoices, adjustments } = records;
  const account = await accounts.identify(draft.account_code);
  if (!(await hasSameAccounts(records, ofAccount(draft, account?.account_id))))
    throw new Failure('authorization_outdated');
  const own = new Set(draft.credits.map(({ invoice }) => invoice.uuid));
  const uses = draft.creditPayments.filter(({ original_invoice_id }) => !own.has(original_invoice_id));
  for (const { original_invoice_id, amount_in_cents } of uses) {
    const source = await invoices.find(original_invoice_id);
    if (!source || -source.balance_in_cents < amount_in_cents) throw new Failure('authorization_outdated');
  }
  for (const uuid of draft.pending) {
    if ((await adjustments.find(uuid))?.state !== 'pending') throw new Failure('authorization_outdated');
  }
};
