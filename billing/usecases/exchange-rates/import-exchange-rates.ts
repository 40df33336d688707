import type { ExchangeRate } from '../../domain/exchange-rates/exchange-rate.ts';
import { rateTrouble } from '../../domain/exchange-rates/rate-issues.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';

interface ImportDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** The rates of a file, and how they are imported. */
export interface ExchangeRateImport {
  readonly rates: readonly ExchangeRate[];
  /** Whether rates that are stored otherwise are replaced. */
  readonly replace: boolean;
}

/** The result of an import. `added` and `replaced` count rates; the days are those of the file. */
export interface ExchangeRatesImported {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly first_day: string;
  readonly last_day: string;
}

/** Refuses rates that are stored otherwise, until they are to be replaced. */
export class OtherRatesStored extends Failure {
  constructor(what: string) {
    super('precondition_failed', { what });
  }
}

/** Rates that a message names at most. */
const MOST_NAMED = 3;

const keyOf = ({ day, currency }: ExchangeRate): string => `${day} ${currency}`;

const refuseWith = (what: string): never => {
  throw new Failure('precondition_failed', { what });
};

/**
 * Stores the rates of a file: all of them, or none. Rates that are stored already stay as they are. Throws
 * `precondition_failed` for a rate that is none, one that the file has twice, and, unless they are to be replaced, for
 * rates that are stored otherwise: tax returns may have been filed with them.
 */
export const importExchangeRates =
  ({ storage, world }: ImportDeps) =>
  async (caller: Caller, { rates, replace }: ExchangeRateImport): Promise<ExchangeRatesImported> => {
    const trouble = rates.map(rateTrouble).find((found) => found !== undefined);
    if (trouble) refuseWith(trouble);
    const given = new Map(rates.map((rate) => [keyOf(rate), rate]));
    if (given.size < rates.length) {
      const seen = new Set<string>();
      const twice = rates.map(keyOf).find((key) => seen.size === seen.add(key).size);
      refuseWith(`The file has the rate of ${twice} twice. Leave one of them out.`);
    }
    const days = rates.map(({ day }) => day).sort();
    const [first_day, last_day] = [days[0], days.at(-1)];
    if (first_day === undefined || last_day === undefined) return refuseWith('The file has no rates.');
    return storage.transaction(caller.site.id, async ({ exchangeRates, auditLog }) => {
      const stored = new Map(
        (await exchangeRates.between(first_day, last_day)).map((rate) => [keyOf(rate), rate.rate]),
      );
      const added = rates.filter((rate) => !stored.has(keyOf(rate)));
      const changed = rates.filter((rate) => (stored.get(keyOf(rate)) ?? rate.rate) !== rate.rate);
      if (changed.length > 0 && !replace) throw new OtherRatesStored(differentText(changed, stored));
      const counts = {
        added: added.length,
        replaced: changed.length,
        unchanged: rates.length - added.length - changed.length,
      };
      if (added.length + changed.length > 0) {
        await exchangeRates.keep([...added, ...changed]);
        await auditLog.append(
          auditEntry(world, caller, 'exchange_rates.imported', `${first_day} to ${last_day}`, {
            added: { from: null, to: counts.added },
            replaced: { from: null, to: counts.replaced },
          }),
        );
      }
      return { ...counts, first_day, last_day };
    });
  };

const differentText = (changed: readonly ExchangeRate[], stored: ReadonlyMap<string, string>): string => {
  const named = changed
    .slice(0, MOST_NAMED)
    .map((rate) => `${rate.currency} of ${rate.day} as ${stored.get(keyOf(rate))}, not ${rate.rate}`);
  const more = changed.length > MOST_NAMED ? `, and ${changed.length - MOST_NAMED} more` : '';
  return `Other rates are stored: ${named.join('; ')}${more}. Returns may have been filed with them.`;
};
