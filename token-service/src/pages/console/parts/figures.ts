import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { moneyFormat } from '@service/billing/values/money/money-text.ts';
import { isoTime, type Millis, type Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { type ConsoleVisit, seesPersonalData } from '../visit.ts';

/** `$19.99`, `−€5.00`. */
export const moneyOf = (cents: number, currency: string): string =>
  moneyFormat('en-US', currency)(cents).replace('-', '\u2212');

/**
 * Amounts of several currencies, largest first; those of nothing are left out unless there is no other. A line breaks
 * between them only.
 */
export const moneysOf = (amounts: Readonly<Record<string, number>>): Markup | string => {
  const all = Object.entries(amounts).sort(([, one], [, other]) => other - one);
  const some = all.filter(([, cents]) => cents !== 0);
  const shown = some.length > 0 ? some : all.slice(0, 1);
  if (shown.length === 0) return '–';
  return html`${shown.map(
    ([currency, cents], index) => html`${index > 0 ? ', ' : ''}<span class="amount">${moneyOf(cents, currency)}</span>`,
  )}`;
};

type SiteOf = Pick<ConsoleVisit, 'site' | 'now'>;

const dateTime = (site: Site, at: Seconds): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: site.time_zone }).format(
    at * 1000,
  );

/** `26 Nov 2026`, in the time zone of the site. */
export const dayOf = ({ site }: Pick<ConsoleVisit, 'site'>, at: Seconds): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: site.time_zone }).format(at * 1000);

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: Seconds, below: number])[] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
];
const MOST_DAYS = 30;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });

/** Whole days between the dates of two moments where the site is, because a day means a date to those who read it. */
const daysBetween = ({ time_zone }: Site, from: Seconds, at: Seconds): number => {
  const dateOf = (moment: Seconds) =>
    Temporal.Instant.fromEpochMilliseconds(moment * 1000)
      .toZonedDateTimeISO(time_zone)
      .toPlainDate();
  return dateOf(from).until(dateOf(at)).days;
};

const distance = (site: Site, from: Seconds, at: Seconds): string => {
  for (const [unit, size, below] of STEPS) {
    const count = Math.round((at - from) / size);
    if (Math.abs(count) < below) return relative.format(count, unit);
  }
  const days = daysBetween(site, from, at);
  return Math.abs(days) < MOST_DAYS ? relative.format(days, 'day') : dayOf({ site }, at);
};

/** A moment as its distance from now, with the exact one for those who point at it. */
export const momentOf = ({ site, now }: SiteOf, at: Seconds): Markup => {
  const from = siteTime(site, { now: () => now });
  return html`<time datetime="${isoTime(at)}" title="${dateTime(site, at)} (${site.time_zone}), ${isoTime(at)}">${distance(site, from, at)}</time>`;
};

/** A moment of the system clock, which a sandbox does not move. */
export const systemMomentOf = ({ site, now }: SiteOf, at: Millis): Markup => {
  const seconds = Math.floor(at / 1000);
  return html`<time datetime="${isoTime(seconds)}" title="${dateTime(site, seconds)} (${site.time_zone}), ${isoTime(seconds)}">${distance(site, Math.floor(now / 1000), seconds)}</time>`;
};

/** A moment of the system clock for a file; empty where there is none. */
export const systemTime = (at: Millis | null | undefined): string =>
  at === null || at === undefined ? '' : isoTime(Math.floor(at / 1000));

/** Day and time, for pages on which the exact moment matters. */
export const exactMomentOf = ({ site }: Pick<ConsoleVisit, 'site'>, at: Seconds): Markup =>
  html`<time datetime="${isoTime(at)}" title="${isoTime(at)}">${dateTime(site, at)}</time>`;

/** An id in short, with a button that copies it in full. */
export const shortId = (id: string): Markup =>
  html`<span class="id"><code title="${id}">${id.length > 12 ? `${id.slice(0, 8)}…` : id}</code><button type="button" class="copy" data-copy="${id}" aria-label="Copy ${id}" hidden>Copy</button></span>`;

type Named = Pick<AccountRecord, 'account_code' | 'first_name' | 'last_name' | 'company_name' | 'email'>;

/** Returns the name of a customer: of the person, else company, email or code; without permission, the code. */
export const customerTitle = (visit: ConsoleVisit, account: Named): string => {
  if (!seesPersonalData(visit)) return account.account_code;
  const person = [account.first_name, account.last_name].filter(Boolean).join(' ');
  return person || account.company_name || account.email || account.account_code;
};

/** A personal value, or nothing where the operator sees none. */
export const personalText = (visit: ConsoleVisit, value: string | null | undefined): string =>
  seesPersonalData(visit) ? (value ?? '') : '';

export interface Fact {
  readonly label: string;
  readonly value: Markup | string | number | null | undefined;
}

/** Facts of a record, those without a value left out. */
export const factList = (facts: readonly Fact[]): Markup =>
  html`<dl class="facts">${facts
    .filter(({ value }) => value !== null && value !== undefined && value !== '')
    .map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>`;
