import type { OpenAlert } from '../../domain/alerts/alert.ts';
import type { Caller } from '../../ports/caller.ts';
import type { InvoiceTotal } from '../../ports/invoices.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Takings, TransactionTotal } from '../../ports/transactions.ts';
import type { World } from '../../ports/world.ts';
import { defaultCurrency } from '../../resources/site.ts';
import { idsFrom } from '../../values/ids.ts';
import { lastDays, type ZoneDay } from '../../values/periods/zone-days.ts';
import type { Millis, Seconds } from '../../values/time.ts';
import { type DisputeRow, rowsOfDisputes } from '../disputes/dispute-list.ts';
import { openAlertsOf } from './alerts.ts';
import { failedWork, lateWorkUpTo, type SiteTrouble, siteTrouble } from './due.ts';

/** The takings of a day in one currency: successful payments, less successful refunds. */
export interface DayTakings {
  /** A day of the site's time zone, `2026-11-26`. */
  readonly day: string;
  readonly payments: number;
  readonly paid_in_cents: number;
  readonly refunded_in_cents: number;
  readonly taken_in_cents: number;
}

export interface CurrencyTakings {
  readonly currency: string;
  readonly today: DayTakings;
  /** The last 30 days, today included, oldest first; days without payments too. */
  readonly days: readonly DayTakings[];
  readonly taken_in_cents: number;
}

export interface HomeFigures {
  /** In the order of currencies; always with the site's own. */
  readonly takings: readonly CurrencyTakings[];
  /** Declined and failed attempts to pay since midnight, by currency. */
  readonly failed_today: readonly TransactionTotal[];
  /** Past-due invoices by currency. */
  readonly past_due: readonly InvoiceTotal[];
  /** The monthly recurring revenue by currency, and how it has changed in the 30 days. */
  readonly mrr: readonly { readonly currency: string; readonly in_cents: number; readonly change_in_cents: number }[];
  /** Actions that wait for a second operator. */
  readonly approvals: number;
  /** Undecided disputes without an answer: how many, and those whose evidence is due first. */
  readonly disputes: { readonly count: number; readonly first: readonly DisputeRow[] };
  /**
   * Failed due work, work that waits for an operator, and work that no worker has begun in time, and whether there is
   * more than was counted.
   */
  readonly work: {
    readonly failed: number;
    readonly parked: number;
    readonly late: number;
    readonly has_more: boolean;
  };
  /** The first of the seven days of mail and webhooks, which are dated by the system clock, in the site's time zone. */
  readonly week_from: string;
  /** Messages of the week that were not delivered for good; and all that wait, if one has for over half an hour. */
  readonly mail: { readonly undelivered: number; readonly waiting: number };
  /** Deliveries of the week that wait for a retry, are paused or were given up, and paused endpoints. */
  readonly webhooks: { readonly undelivered: number; readonly paused_endpoints: number };
  /** Parts that do not work: gateways, the worker, webhooks. */
  readonly troubles: readonly SiteTrouble[];
  /** Conditions that need a person, the oldest first. */
  readonly alerts: readonly OpenAlert[];
}

const DAYS = 30;
const DAYS_OF_WEEK = 7;
const MAIL_IS_LATE: Millis = 30 * 60_000;
/** Disputes to answer that are sorted by the date of their evidence, and those that are shown. */
const DISPUTES_READ = 100;
const DISPUTES_SHOWN = 10;
/** Items of stuck work that are counted: as many as the list shows. */
export const STUCK_COUNTED = 500;

interface HomeDeps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

/** Returns the figures with which a person's day in the console begins, for the caller's site. */
export const homeFigures =
  (deps: HomeDeps) =>
  async (caller: Pick<Caller, 'site' | 'at'>): Promise<HomeFigures> => {
    const { site, at } = caller;
    const records = deps.storage.of(site.id);
    const days = lastDays(at, site.time_zone, DAYS);
    const today = days.at(-1)!;
    const now = deps.world.clock.now();
    const [week] = lastDays(Math.floor(now / 1000), site.time_zone, DAYS_OF_WEEK) as [ZoneDay, ...ZoneDay[]];
    const listed = { sort: 'created_at', order: 'desc', limit: 1 } as const;
    const [takings, failed_today, past_due, mrr, approvals, disputes, work, mail, webhooks, troubles, alerts] =
      await Promise.all([
        records.transactions.takings(days[0]!.from, today.to),
        records.transactions.totals({ ...listed, filter: { state: 'failed', type: 'purchase' }, begin: today.from }),
        records.invoices.totals({ ...listed, filter: { states: ['past_due'], type: 'charge' } }),
        mrrOf(records, days[0]!.from),
        records.approvals.count({ state: 'waiting' }),
        disputesToAnswer(records, caller),
        workOf(deps, caller),
        mailOf(records, week.from, now),
        webhooksOf(records, week.from),
        siteTrouble(deps)(site),
        openAlertsOf(records),
      ]);
    return {
      takings: takingsByDay(takings, days, defaultCurrency(site)),
      failed_today,
      past_due,
      mrr,
      approvals,
      disputes,
      work,
      week_from: week.day,
      mail,
      webhooks,
      troubles,
      alerts,
    };
  };

const mrrOf = async ({ revenue }: Records, since: Seconds): Promise<HomeFigures['mrr']> => {
  const [totals, changes] = await Promise.all([revenue.totals(), revenue.changesSince(since)]);
  const now = new Map(totals.map(({ currency, mrr_in_cents }) => [currency, mrr_in_cents]));
  return [...new Set([...now.keys(), ...changes.keys()])].sort().map((currency) => ({
    currency,
    in_cents: now.get(currency) ?? 0,
    change_in_cents: changes.get(currency) ?? 0,
  }));
};

const takingsByDay = (
  takings: readonly Takings[],
  days: readonly ZoneDay[],
  ownCurrency: string,
): CurrencyTakings[] => {
  const byCurrency = Map.groupBy(takings, ({ currency }) => currency);
  return [...new Set([...byCurrency.keys(), ownCurrency])].sort().map((currency) => {
    const some = byCurrency.get(currency) ?? [];
    const byDay = days.map((day) => dayTakings(day, some));
    return {
      currency,
      today: byDay.at(-1)!,
      days: byDay,
      taken_in_cents: byDay.reduce((sum, { taken_in_cents }) => sum + taken_in_cents, 0),
    };
  });
};

const dayTakings = ({ day, from, to }: ZoneDay, takings: readonly Takings[]): DayTakings => {
  const own = takings.filter((one) => one.from >= from && one.from < to);
  const sum = (name: 'payments' | 'paid_in_cents' | 'refunded_in_cents') =>
    own.reduce((total, one) => total + one[name], 0);
  const [paid_in_cents, refunded_in_cents] = [sum('paid_in_cents'), sum('refunded_in_cents')];
  const taken_in_cents = paid_in_cents - refunded_in_cents;
  return { day, payments: sum('payments'), paid_in_cents, refunded_in_cents, taken_in_cents };
};

const disputesToAnswer = async (records: Records, { at }: Pick<Caller, 'at'>): Promise<HomeFigures['disputes']> => {
  const query = {
    filter: { states: ['inquiry', 'open'] as const, answered: false },
    sort: 'created_at',
    order: 'asc',
    limit: DISPUTES_READ,
  } as const;
  const [count, { records: read }] = await Promise.all([records.disputes.count(query), records.disputes.list(query)]);
  const due = (moment: number | null): number => moment ?? Number.POSITIVE_INFINITY;
  const first = read.toSorted((a, b) => due(a.evidence_due_at) - due(b.evidence_due_at)).slice(0, DISPUTES_SHOWN);
  return { count, first: first.length > 0 ? await rowsOfDisputes(records, first, at) : [] };
};

const workOf = async (deps: HomeDeps, { site }: Pick<Caller, 'site'>): Promise<HomeFigures['work']> => {
  const [found, late] = await Promise.all([
    failedWork(deps)(site, STUCK_COUNTED + 1),
    lateWorkUpTo(deps)(site, STUCK_COUNTED),
  ]);
  const failed = found.slice(0, STUCK_COUNTED);
  const parked = failed.filter(({ status }) => status === 'parked').length;
  return {
    failed: failed.length - parked,
    parked,
    late: late.items.length,
    has_more: late.hasMore || found.length > failed.length,
  };
};

const mailOf = async ({ outbox }: Records, from: Seconds, now: Millis): Promise<HomeFigures['mail']> => {
  const [undelivered, next] = await Promise.all([
    outbox.count({ status: 'undelivered', since: idsFrom(from * 1000) }),
    outbox.nextAttempt(),
  ]);
  const isLate = next !== undefined && next <= now - MAIL_IS_LATE;
  return { undelivered, waiting: isLate ? await outbox.count({ status: 'queued' }) : 0 };
};

const webhooksOf = async (
  { webhookDeliveries, webhookEndpoints }: Records,
  from: Seconds,
): Promise<HomeFigures['webhooks']> => {
  const [undelivered, endpoints] = await Promise.all([
    webhookDeliveries.count({ state: 'undelivered', since: idsFrom(from * 1000) }),
    webhookEndpoints.all(),
  ]);
  return { undelivered, paused_endpoints: endpoints.filter(({ pause_reason }) => pause_reason !== null).length };
};
