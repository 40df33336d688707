import { payoutMovements } from '../../domain/ledger/payout-movements.ts';
import { isSamePayout, problemsOfPayouts } from '../../domain/payouts/check-payout.ts';
import type { GatewayPayout, PayoutLine, PayoutLineRecord, PayoutRecord } from '../../domain/payouts/payout.ts';
import { hasClosedBooks } from '../../domain/periods/period.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { beginningOfDay } from '../../values/periods/zone-days.ts';
import type { Seconds } from '../../values/time.ts';
import { auditEntry } from '../recording/audit-entry.ts';

export interface PayoutDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** The payouts that were recorded, and those that the books had already. */
export interface RecordedPayouts {
  readonly recorded: readonly PayoutRecord[];
  readonly known: number;
  /** The lines of those that were recorded. */
  readonly lines: number;
}

/** Problems that a refusal names, at most. */
const MOST_PROBLEMS = 20;

/**
 * Records payouts of a gateway account, and posts them: dated on the day on which they arrived, or in the first open
 * month if that is closed. All of them are recorded, or none. A payout that the books have is left as it is. Throws
 * `not_found` for a gateway account that the site never had, and `precondition_failed` with everything that is wrong:
 * a payout that contradicts itself or the one that the books have, or a line of another payout.
 */
export const bookPayouts = async (
  { storage, world }: PayoutDeps,
  caller: Caller,
  gateway_code: string,
  given: readonly GatewayPayout[],
): Promise<RecordedPayouts> => {
  const { site, at } = caller;
  refuseProblems(problemsOfPayouts(given, dayIn(site.time_zone, at)));
  return storage.transaction(site.id, async (records) => {
    await needGateway(records, gateway_code);
    const added: GatewayPayout[] = [];
    const problems: string[] = [];
    for (const payout of given) {
      const known = await records.payouts.find(gateway_code, payout.reference);
      if (!known) added.push(payout);
      else if (!isSamePayout({ ...known, lines: await records.payouts.linesOf(known.id) }, payout)) {
        problems.push(`The payout ${payout.reference} was recorded before with other amounts, days or lines.`);
      }
    }
    problems.push(...(await linesOfOthers(records, gateway_code, added)));
    refuseProblems(problems);
    const open = await booksOpenSince(records);
    const recorded: PayoutRecord[] = [];
    for (const payout of [...added].sort((one, other) => (one.arrived_on < other.arrived_on ? -1 : 1))) {
      recorded.push(await record({ records, world }, caller, gateway_code, payout, open));
    }
    const lines = added.reduce((sum, payout) => sum + payout.lines.length, 0);
    return { recorded, known: given.length - added.length, lines };
  });
};

const refuseProblems = (problems: readonly string[]): void => {
  if (problems.length === 0) return;
  const more = problems.length - MOST_PROBLEMS;
  const named = problems.slice(0, MOST_PROBLEMS).join(' ');
  const what = `Nothing was recorded. ${named}${more > 0 ? ` There are ${more} more problems.` : ''}`;
  throw new Failure('precondition_failed', { what });
};

/** An account that was removed since may still pay out, as long as the books have payments of it. */
const needGateway = async ({ gatewayAccounts, transactions }: Records, code: string): Promise<void> => {
  if (await gatewayAccounts.find(code)) return;
  const { records } = await transactions.list({
    ...{ filter: { gateway_code: code }, sort: 'created_at', order: 'desc', limit: 1 },
  });
  if (records.length > 0) return;
  throw new Failure('not_found', { model: 'gateway account', key: 'code', value: code });
};

const linesOfOthers = async (
  { payouts }: Records,
  code: string,
  added: readonly GatewayPayout[],
): Promise<string[]> => {
  const known = await payouts.known(
    code,
    added.flatMap(({ lines }) => lines.map(({ line }) => line)),
  );
  return [...known].map(([line, payout]) => `The line ${line} is in the payout ${payout} already.`);
};

/** Returns the moment before which the books are closed, as this transaction sees it. */
export const booksOpenSince = async ({ periods }: Records): Promise<Seconds> =>
  (await periods.all()).filter(hasClosedBooks).reduce((latest, { ends_at }) => Math.max(latest, ends_at), 0);

const record = async (
  { records, world }: { readonly records: Records; readonly world: World },
  caller: Caller,
  gateway_code: string,
  { lines, ...payout }: GatewayPayout,
  open: Seconds,
): Promise<PayoutRecord> => {
  const arrived = beginningOfDay(payout.arrived_on, caller.site.time_zone) ?? caller.at;
  const made: PayoutRecord = {
    ...payout,
    id: world.ids.uuid(),
    gateway_code,
    booked_at: Math.max(arrived, open),
    recorded_at: caller.at,
    recorded_by: caller.actor,
  };
  const references = [...new Set(lines.flatMap(({ reference }) => reference ?? []))];
  const { disputes, payouts: returned } = await records.payouts.about(gateway_code, references);
  const kept = lines.map((line, place) => ({
    ...line,
    payout_id: made.id,
    gateway_code,
    position: place + 1,
    posted_fee_in_cents: isFeeOfDispute(line, disputes) ? 0 : line.fee_in_cents,
    returns: line.kind === 'payout' && returned.has(line.reference ?? ''),
  }));
  await records.payouts.add(
    made,
    kept.map(({ returns: _, ...line }): PayoutLineRecord => line),
  );
  for (const movement of payoutMovements(world, made, kept)) await records.ledger.append(movement);
  const { reference, currency, amount_in_cents, arrived_on } = made;
  const changes = Object.entries({ currency, amount_in_cents, arrived_on, lines: lines.length });
  await records.auditLog.append(
    auditEntry(
      world,
      caller,
      'payout.recorded',
      `${gateway_code} ${reference}`,
      Object.fromEntries(changes.map(([name, to]) => [name, { from: null, to }])),
    ),
  );
  return made;
};

/**
 * Whether the fee of a line is posted with its dispute. One that is reported later posts it too, unless the payment is
 * in another currency.
 */
const isFeeOfDispute = (
  { kind, reference, gross_in_cents, charged_in_cents }: PayoutLine,
  disputes: ReadonlyMap<string, { readonly has_fee: boolean }>,
): boolean =>
  kind === 'chargeback' &&
  reference !== null &&
  (disputes.get(reference)?.has_fee ?? gross_in_cents === charged_in_cents);
