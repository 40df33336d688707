import { loadavg } from 'node:os';
import { megabytes } from '../accounts/words.ts';
import type { MeasuredConsole } from './served.ts';

/** The aim for rows of a file, a second. */
const LEAST_ROWS = 20_000;
/** Bytes by which memory may grow, whatever the number of rows. */
const MOST_GROWTH = 64 * 2 ** 20;

const LISTS = ['/customers', '/subscriptions', '/invoices', '/payments', '/mail', '/audit'];
const LINE = 10;

/** Reads a file as it comes, and returns its lines. `each` is called for every part of it. */
const linesOf = async (response: Response, each: () => Promise<void>): Promise<number> => {
  let lines = 0;
  for await (const part of response.body ?? []) {
    for (const byte of part) if (byte === LINE) lines += 1;
    await each();
  }
  return lines;
};

/** Measures files of whole lists: rows a second, and the growth of memory. Returns whether they are within the aims. */
export const measureExport = async (served: MeasuredConsole): Promise<boolean> => {
  const outcomes: boolean[] = [];
  for (const path of LISTS) {
    await served.signIn();
    const before = await served.usage(true);
    let most = before.rss;
    let looked = performance.now();
    const from = looked;
    const rows = await linesOf(await served.get(`${path}?format=csv`), async () => {
      if (performance.now() - looked < 250) return;
      looked = performance.now();
      most = Math.max(most, (await served.usage()).rss);
    });
    const seconds = (performance.now() - from) / 1000;
    const after = await served.usage(true);
    const [rate, growth] = [rows / seconds, most - before.rss];
    const micros = (name: 'cpu' | 'database'): string => (((after[name] - before[name]) * 1000) / rows).toFixed(0);
    console.log(
      `${served.engine}, ${path.slice(1)} as a file; load of the machine ${loadavg()[0]?.toFixed(1)}\n` +
        `  ${rows.toLocaleString('en')} rows, ${Math.round(rate).toLocaleString('en')} a second: the aim is ${LEAST_ROWS.toLocaleString('en')}\n` +
        `  CPU of a row ${micros('cpu')}${after.database > 0 ? ` + ${micros('database')}` : ''} us; memory grows by ${megabytes(growth)}, objects from ${megabytes(before.heap)} to ${megabytes(after.heap)}\n`,
    );
    outcomes.push(rate >= LEAST_ROWS && growth <= MOST_GROWTH);
  }
  return outcomes.every(Boolean);
};
