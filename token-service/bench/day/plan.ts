/** The size of a simulated day, as the command line names it. */
export interface DaySize {
  /** Subscriptions of the merchant. */
  readonly subscriptions: number;
  /** Simulated hours. */
  readonly hours: number;
  /** Simulated hours that pass in an hour. */
  readonly speed: number;
  /** Purchases an hour of the small tenants together, and their renewals. */
  readonly others: number;
}

/**
 * The trouble of an hour: none; a site whose gateway does not answer has renewals and customers; a site whose endpoint
 * does not answer has events; or the merchant's renewals of the day fall due.
 */
export type Role = 'calm' | 'dead gateway' | 'dead endpoint' | 'heavy tenant';

/** Roles of the hours around the boundary, over and over. */
const AROUND: readonly Role[] = ['calm', 'dead gateway', 'dead endpoint'];

/** Days after which a subscription renews. */
const MONTH = 30;
const HOURS_OF_DAY = 24;
/** The share of the renewals of a day that fall due in one second: the hour at which the merchant bills. */
const AT_BOUNDARY = 0.5;
/** The part of the subscriptions that is sold anew each day. */
const SOLD_ANEW = 1 / 600;
/** Subscriptions for which one more operator works at the console, who opens a page each minute. */
const PER_OPERATOR = 100_000;
const PAGES_AN_HOUR = 60;
/** Hours after which an operator saves all customers as a file. */
const HOURS_OF_FILE = 8;
/** Renewals of the site with the dead gateway, and of the one with the dead endpoint, in an hour of theirs. */
const TROUBLED = 300;

/** Numbers of what happens in a simulated day. */
export interface DayPlan extends DaySize {
  /** Seconds of the clock that an hour takes. */
  readonly hourSeconds: number;
  readonly boundaryHour: number;
  readonly roles: readonly Role[];
  /** Renewals of the merchant that fall due in one second, and throughout the day. */
  readonly atBoundary: number;
  readonly spread: number;
  readonly purchases: number;
  readonly pages: number;
  readonly files: number;
  /** Purchases, and as many renewals, of the small tenants together. */
  readonly otherPurchases: number;
  /** Renewals in each hour with a dead gateway or a dead endpoint. */
  readonly troubled: number;
}

const some = (count: number): number => Math.max(1, Math.round(count));

/** Returns what happens in a day of this size. */
export const planDay = (size: DaySize): DayPlan => {
  const { subscriptions, hours, speed, others } = size;
  const boundaryHour = Math.floor(hours / 2);
  const around = Array.from({ length: hours }, (_, hour) => AROUND[hour % AROUND.length] as Role);
  const renewals = (subscriptions / MONTH) * (hours / HOURS_OF_DAY);
  return {
    ...size,
    hourSeconds: 3600 / speed,
    boundaryHour,
    roles: [...around.slice(0, boundaryHour), 'heavy tenant', ...around.slice(boundaryHour, hours - 1)],
    atBoundary: some((subscriptions / MONTH) * AT_BOUNDARY),
    spread: some(renewals * (1 - AT_BOUNDARY)),
    purchases: some(subscriptions * SOLD_ANEW * (hours / HOURS_OF_DAY)),
    pages: some((subscriptions / PER_OPERATOR) * PAGES_AN_HOUR * hours),
    files: some(hours / HOURS_OF_FILE),
    otherPurchases: some(others * hours),
    troubled: some(Math.min(TROUBLED, others)),
  };
};
