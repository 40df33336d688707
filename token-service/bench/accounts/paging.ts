import type { Usage } from './probe.ts';
import { ask } from './requests.ts';
import { seededCode } from './seed.ts';
import type { Server } from './servers.ts';
import { median, megabytes, milliseconds } from './words.ts';

const PER_PAGE = 200;
const FIRST = `/v2/accounts?per_page=${PER_PAGE}`;
/** Pages read before the measurement starts. */
const WARM_UP = 100;
const LOOK_EVERY = 25;
const ROUNDS = 60;
const MOST_APART = 2;
/** The largest size of the heap, as a multiple of its size at the start. */
const MOST_GROWTH = 1.1;

/** Pages through all accounts of a service and prints the figures. Returns whether they are within the limits. */
export const paging = async (server: Server, accounts: number): Promise<boolean> => {
  const { paths, memory } = await walk(server, accounts);
  const flat = reportMemory(memory);
  const alike = await comparePages(server, paths);
  return flat && alike;
};

/**
 * Follows the `next` links from the first page to the last, as a client does. Throws when an account is missing or
 * appears twice.
 */
const walk = async ({ url, ask: askServer }: Server, accounts: number) => {
  let path: string | undefined = FIRST;
  for (let page = 0; page < WARM_UP && path; page++) path = (await ask(url, path)).next;

  const seen = new Set<string>();
  const paths: string[] = [];
  const memory = { start: await askServer('collected'), highest: 0, collected: [] as Usage[] };
  for (path = FIRST; path; ) {
    const { text, next } = await ask(url, path);
    for (const [, code = ''] of text.matchAll(/<account_code>([^<]*)/g)) {
      if (seen.has(code)) throw new Error(`${code} is on two pages.`);
      seen.add(code);
    }
    paths.push(path);
    memory.highest = Math.max(memory.highest, (await askServer('usage')).rss);
    if (paths.length % LOOK_EVERY === 0) memory.collected.push(await askServer('collected'));
    path = next;
  }
  // The demo site has one account of its own in addition.
  const shown = Array.from({ length: accounts }, (_, n) => seen.has(seededCode(n))).filter(Boolean).length;
  if (shown !== accounts) throw new Error(`Paging showed ${shown} of ${accounts} accounts.`);
  return { paths, memory };
};

const reportMemory = ({ start, highest, collected }: Awaited<ReturnType<typeof walk>>['memory']): boolean => {
  const end = collected.at(-1) ?? start;
  const most = (of: 'rss' | 'heap') => Math.max(...collected.map((usage) => usage[of]));
  const flat = most('heap') <= start.heap * MOST_GROWTH;
  console.log('Memory of the service while a client pages through all of them');
  console.log('                                 start   highest       end');
  const row = (name: string, values: readonly number[]) =>
    console.log(name.padEnd(28) + values.map((value) => megabytes(value).padStart(10)).join(''));
  row('objects after collecting', [start.heap, most('heap'), end.heap]);
  row('process after collecting', [start.rss, most('rss'), end.rss]);
  console.log(
    `The process holds at most ${megabytes(highest)} between two collections. Memory is ${flat ? '' : 'NOT '}flat.\n`,
  );
  return flat;
};

const comparePages = async ({ url, ask: askServer }: Server, paths: readonly string[]): Promise<boolean> => {
  const place = (name: string, path = FIRST) => ({ name, path, times: [] as number[], cpu: [] as number[] });
  // The last full page; the one after it is partial.
  const places = [place('first'), place('middle', paths[paths.length >> 1]), place('last', paths.at(-2))];
  for (let round = 0; round < ROUNDS; round++) {
    for (const { path, times, cpu } of places) {
      const before = await askServer('usage');
      const began = performance.now();
      await ask(url, path);
      times.push(performance.now() - began);
      cpu.push((await askServer('usage')).cpu - before.cpu);
    }
  }
  console.log(`A page of ${PER_PAGE}, one request at a time, medians of ${ROUNDS} rounds in turns`);
  console.log('                                  time    CPU of the service');
  for (const { name, times, cpu } of places) {
    console.log(
      `${name} page`.padEnd(28) +
        milliseconds(median(times)).padStart(10) +
        milliseconds(median(cpu) / 1000).padStart(22),
    );
  }
  const [time, cpu] = [apart(places.map(({ times }) => times)), apart(places.map(({ cpu }) => cpu))];
  console.log(
    `The slowest takes ${time.toFixed(2)} times the time and ${cpu.toFixed(2)} times the CPU of the fastest; at most ${MOST_APART} is the goal.\n`,
  );
  return time <= MOST_APART;
};

/** The ratio of the largest median to the smallest. */
const apart = (samples: readonly (readonly number[])[]): number => {
  const medians = samples.map(median);
  return Math.max(...medians) / Math.min(...medians);
};
