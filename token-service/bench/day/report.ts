import { quantile } from '../accounts/words.ts';
import type { DayReport } from './run.ts';
import { type Ratio, ratiosOf } from './samples.ts';

/** The p99 of small tenants while another site has trouble may be this multiple of that in calm hours. */
export const MOST_SLOWER = 1.5;

/** Milliseconds after which something came late. */
const LATE = 10_000;

const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(9);
const number = (value: number): string => value.toLocaleString('en').padStart(8);

/** Returns the figures of small tenants that are above the aim. */
export const slowed = ({ samples, windows }: DayReport): Ratio[] =>
  ratiosOf(samples, windows).filter(({ ratio }) => (ratio ?? 0) > MOST_SLOWER);

/** Returns a report as lines of text. */
export const linesOf = (report: DayReport): string[] => {
  const { samples, windows, watched, refused, settled, notRenewed, notDelivered } = report;
  const { first, largest, last, heapFirst, heapLast } = watched.memory;
  const groups = Map.groupBy(samples, ({ kind, isOther }) => `${kind}, ${isOther ? 'shops' : 'merchant'}`);
  return [
    ...[...groups].map(([name, all]) => {
      const times = all.map(({ took }) => took);
      const late = times.filter((took) => took > LATE).length;
      return `${name.padEnd(40)} ${number(times.length)}   p50 ${ms(quantile(times, 0.5))}   p99 ${ms(quantile(times, 0.99))}   most ${ms(Math.max(0, quantile(times, 1)))}   over 10 s ${number(late)}`;
    }),
    ...ratiosOf(samples, windows).map(
      ({ kind, role, count, p50, p99, ratio }) =>
        `${`${kind} of shops, ${role}`.padEnd(40)} ${number(count)}   p50 ${ms(p50)}   p99 ${ms(p99)}   ${ratio === undefined ? 'not measured in' : `${ratio.toFixed(2)} times that of`} calm hours`,
    ),
    ...[...watched.ages]
      .filter(([, age]) => age > 0)
      .map(([name, age]) => `${name.padEnd(40)} the oldest waited ${age.toFixed(1)} s`),
    `memory of the service ${first.toFixed(0)} MB when the day began, at most ${largest.toFixed(0)} MB, in the end ${last.toFixed(0)} MB; objects ${heapFirst.toFixed(1)} and ${heapLast.toFixed(1)} MB`,
    `after the day everything was done in ${settled.toFixed(0)} s; left: ${notRenewed} renewals, ${notDelivered} webhooks`,
    ...[...refused].map(([name, count]) => `not answered as it should be: ${count} times ${name}`),
  ];
};
