import type { GatewayPayout, PayoutLine } from '../../domain/payouts/payout.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways, ListedPayout, PayoutsUnknown } from '../../ports/gateway.ts';
import { Failure, notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { bookPayouts, type PayoutDeps, type RecordedPayouts } from './book-payouts.ts';

export interface FetchedPayouts extends RecordedPayouts {
  /** The references of payouts whose lines the gateway does not tell: they are left out. */
  readonly unitemized: readonly string[];
}

export interface FetchDeps extends PayoutDeps {
  readonly gateways: Pick<Gateways, 'codes' | 'listPayouts' | 'listPayoutLines'>;
}

/** The days of which payouts are fetched, unless others are asked for. */
export const FETCHED_DAYS = 30;

/**
 * Records the payouts of a gateway account that have arrived since a moment and that the books do not have, the oldest
 * first: each in a transaction of its own, so that what is interrupted goes on next time. Throws `not_found` for an
 * account that the site does not have, `gateway_silent` when it does not answer, and `precondition_failed` when its API
 * does not expose payouts, and where `bookPayouts` does.
 *
 * @param beforeEach called before the lines of each payout are asked for
 */
export const gatherPayouts = async (
  deps: FetchDeps,
  caller: Caller,
  gateway_code: string,
  since: Seconds,
  beforeEach: () => Promise<void> = async () => {},
): Promise<FetchedPayouts> => {
  if (!(await deps.gateways.codes(caller.site)).includes(gateway_code)) {
    throw notFound('gateway account', 'code', gateway_code);
  }
  const { payouts } = deps.storage.of(caller.site.id);
  const found = await arrived(deps, caller, gateway_code, since);
  const recorded: RecordedPayouts['recorded'][number][] = [];
  const unitemized: string[] = [];
  let known = 0;
  let lines = 0;
  for (const payout of found.toSorted((one, other) => (one.arrived_on < other.arrived_on ? -1 : 1))) {
    if (await payouts.find(gateway_code, payout.reference)) known += 1;
    else if (!payout.itemized) unitemized.push(payout.reference);
    else {
      await beforeEach();
      const { reference, currency, amount_in_cents, arrived_on } = payout;
      const given: GatewayPayout = {
        ...{ reference, currency, amount_in_cents, arrived_on },
        lines: await linesOf(deps, caller, gateway_code, payout),
      };
      const made = await bookPayouts(deps, caller, gateway_code, [given]);
      recorded.push(...made.recorded);
      lines += made.lines;
    }
  }
  return { recorded, known, lines, unitemized };
};

/** Throws if the gateway did not answer, or does not expose payouts. */
const refuseUnknown = (gateway_code: string, answer: PayoutsUnknown): never => {
  if (answer.outcome === 'unknown') {
    throw new Failure('gateway_silent', { value: gateway_code, reason: answer.reason });
  }
  throw payoutsNotTold(gateway_code);
};

/** Returns the refusal for a gateway account whose adapter cannot ask for payouts. */
export const payoutsNotTold = (gateway_code: string): Failure => {
  const what = `${gateway_code} tells programs nothing of its payouts. Import a file of them instead.`;
  return new Failure('precondition_failed', { what });
};

const arrived = async (
  { gateways }: FetchDeps,
  { site, at, correlation }: Caller,
  gateway_code: string,
  since: Seconds,
): Promise<ListedPayout[]> => {
  const payouts: ListedPayout[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<Gateways['listPayouts']>> = await gateways.listPayouts({
      ...{ site, at, correlation, gateway_code, since, after },
    });
    if (page.outcome !== 'listed') return refuseUnknown(gateway_code, page);
    payouts.push(...page.payouts);
    after = page.next;
  } while (after !== null);
  return payouts;
};

const linesOf = async (
  { gateways }: FetchDeps,
  { site, at, correlation }: Caller,
  gateway_code: string,
  { reference: payout, currency }: ListedPayout,
): Promise<PayoutLine[]> => {
  const lines: PayoutLine[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<Gateways['listPayoutLines']>> = await gateways.listPayoutLines({
      ...{ site, at, correlation, gateway_code, payout, currency, after },
    });
    if (page.outcome !== 'listed') return refuseUnknown(gateway_code, page);
    lines.push(...page.lines);
    after = page.next;
  } while (after !== null);
  return lines;
};
