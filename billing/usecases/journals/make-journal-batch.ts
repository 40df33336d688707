import {
  type JournalBatch,
  type JournalDetail,
  type JournalTotal,
  journalBatchChanges,
} from '../../domain/journals/batch.ts';
import { EMPTY_CHART, type PostingTraits } from '../../domain/journals/chart.ts';
import { unmappedIn } from '../../domain/journals/document.ts';
import { UnmappedBatch } from '../../domain/journals/unmapped-words.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { batchMovements } from '../../queries/journals/journal-batches.ts';
import { Failure, Invalid, isSimultaneous } from '../../values/failure.ts';
import { dayIn, dayNumberIn, isoDay } from '../../values/periods/day-in.ts';
import { beginningOfDay } from '../../values/periods/zone-days.ts';
import type { Seconds } from '../../values/time.ts';
import { releaseBatch } from './give-up-journal-batch.ts';

/** Movements that one transaction takes, so that a batch of any size holds up no sale. */
const TOGETHER = 2000;

interface MakeDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** The batch that an operator asks for. */
export interface JournalAsked {
  readonly detail: JournalDetail;
  /** The last day, in the time zone of the site: yesterday, unless given. */
  readonly up_to?: string | undefined;
}

/**
 * Makes a batch of all movements of the ledger up to a day that no batch has yet, also of late ones. Returns undefined
 * if there are none. A batch whose making was interrupted is given up first, and its movements are taken again.
 *
 * Throws `Invalid` for what is no day or has not begun, `precondition_failed` with what the chart has no account for,
 * and `simultaneous_request` if another operation began to make a batch meanwhile.
 */
export const makeJournalBatch =
  (deps: MakeDeps) =>
  async (caller: Caller, { detail, up_to }: JournalAsked): Promise<JournalBatch | undefined> => {
    const { site, at } = caller;
    const last = up_to ?? isoDay(dayNumberIn(site.time_zone, at) - 1);
    const end = endOf(site.time_zone, last, at);
    const batch = await begin(deps, caller, { detail, up_to: last });
    try {
      await gather(deps, caller, batch, end);
      return await finish(deps, caller, batch);
    } catch (error) {
      // What another operation has begun meanwhile is its own.
      if (!isSimultaneous(error)) await giveUp(deps, caller, batch);
      throw error;
    }
  };

const endOf = (timeZone: string, day: string, at: Seconds): Seconds => {
  const end = beginningOfDay(day, timeZone, 1);
  if (end === undefined) throw new Invalid([{ field: 'journal.to', symbol: 'invalid', reason: 'not_a_day' }]);
  if (day > dayIn(timeZone, at)) throw new Invalid([{ field: 'journal.to', symbol: 'invalid', reason: 'in_future' }]);
  return end;
};

const begin = async (
  deps: MakeDeps,
  caller: Caller,
  asked: Pick<JournalBatch, 'detail' | 'up_to'>,
): Promise<JournalBatch> => {
  const { site, at, actor, correlation } = caller;
  const [left] = await deps.storage.of(site.id).journals.list(undefined, 1);
  // Giving one up may have been interrupted, too.
  if (left && left.state !== 'made') await giveUp(deps, caller, left);
  return deps.storage.transaction(site.id, async ({ journals }) => {
    const [latest] = await journals.list(undefined, 1);
    if (latest?.state === 'open') throw new Failure('simultaneous_request');
    const batch: JournalBatch = {
      ...asked,
      number: (latest?.number ?? 0) + 1,
      state: 'open',
      time_zone: site.time_zone,
      chart: (await journals.chart()) ?? EMPTY_CHART,
      made_at: at,
      made_by: actor,
      correlation,
      movements: 0,
      first_day: null,
      last_day: null,
      totals: [],
    };
    await journals.add(batch);
    return batch;
  });
};

/** Runs work on the batch while it is the caller's. Throws `simultaneous_request` once it is not. */
const onBatch = <T>(
  { storage }: MakeDeps,
  { site }: Caller,
  { number, correlation }: JournalBatch,
  work: (records: Records) => Promise<T>,
): Promise<T> =>
  storage.transaction(site.id, async (records) => {
    const held = await records.journals.find(number);
    if (held?.state !== 'open' || held.correlation !== correlation) throw new Failure('simultaneous_request');
    return work(records);
  });

const gather = async (deps: MakeDeps, caller: Caller, batch: JournalBatch, end: Seconds): Promise<void> => {
  let after = '';
  for (;;) {
    // Outside the transaction: what it read would conflict with every sale.
    const found = await deps.storage.of(caller.site.id).journals.exportable(after, TOGETHER);
    const taken = found.filter(({ at, exported }) => !exported && at < end);
    if (taken.length > 0) {
      await onBatch(deps, caller, batch, ({ journals }) => journals.take(batch.number, taken));
    }
    if (found.length < TOGETHER) return;
    after = found.at(-1)?.id ?? '';
  }
};

const finish = async (deps: MakeDeps, caller: Caller, batch: JournalBatch): Promise<JournalBatch | undefined> => {
  const { unmapped, ...sums } = await sumUp(deps.storage.of(caller.site.id), batch);
  if (sums.movements === 0) {
    await giveUp(deps, caller, batch);
    return undefined;
  }
  if (unmapped.length > 0) throw new UnmappedBatch(unmapped);
  const made: JournalBatch = { ...batch, ...sums, state: 'made' };
  await onBatch(deps, caller, batch, async ({ journals, auditLog }) => {
    await journals.save(made);
    await auditLog.append(
      auditEntry(deps.world, caller, 'journal.made', String(made.number), journalBatchChanges(undefined, made)),
    );
  });
  return made;
};

const giveUp = ({ storage }: MakeDeps, { site }: Caller, { number }: JournalBatch): Promise<void> =>
  releaseBatch(storage, site.id, number);

type Summed = Pick<JournalBatch, 'movements' | 'first_day' | 'last_day' | 'totals'>;

const sumUp = async (
  records: Pick<Records, 'journals'>,
  { number, chart, time_zone }: JournalBatch,
): Promise<Summed & { readonly unmapped: readonly PostingTraits[] }> => {
  const unmapped = new Map<string, PostingTraits>();
  const debits = new Map<string, number>();
  let movements = 0;
  let first: Seconds | undefined;
  let last: Seconds | undefined;
  for await (const movement of batchMovements(records, number)) {
    movements += 1;
    first ??= movement.at;
    last = movement.at;
    for (const { amount } of movement.entries) {
      if (amount > 0) debits.set(movement.currency, (debits.get(movement.currency) ?? 0) + amount);
    }
    for (const traits of unmappedIn(chart, movement)) unmapped.set(JSON.stringify(traits), traits);
  }
  const day = (at: Seconds | undefined) => (at === undefined ? null : dayIn(time_zone, at));
  return {
    movements,
    first_day: day(first),
    last_day: day(last),
    totals: [...debits]
      .map(([currency, debits_in_cents]): JournalTotal => ({ currency, debits_in_cents }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1)),
    unmapped: [...unmapped.values()],
  };
};
