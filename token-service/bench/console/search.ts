import { search } from '@service/billing/queries/search/search.ts';
import { openStorage, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { quantile } from '../accounts/words.ts';
import { fillConsole, type Size } from './fill.ts';

const ROUNDS = 50;
/** The aim for the time below which 95 of 100 searches end, in milliseconds. */
export const MOST_SEARCH_MS = 50;

const some = (below: number): number => Math.floor(Math.random() * below);
/** The address of the nth account, one in 110, whose customer is Ada Lovelace. */
const adas = (accounts: number): string => {
  const n = some(accounts / 110) * 110;
  return `ada.lovelace${n}@mail${n % 500}.example`;
};

/** Texts that operators type, with other numbers each time. */
const textsOf = ({ accounts, invoices }: Size): Readonly<Record<string, () => string>> => ({
  'a whole email address': () => adas(accounts),
  'the beginning of an address': () => `grace.hopper1${some(100)}`,
  'a part of an address': () => `opper${some(accounts)}@mail`,
  'a name': () => 'Barbara Liskov',
  'a part of a company': () => `engines ${some(9973)}`,
  'an account code': () => `customer-${some(accounts)}`,
  'four digits': () => String(1000 + some(9000)),
  'a card': () => `visa ${1000 + some(9000)} 12/28`,
  'an invoice number': () => String(1000 + some(invoices)),
  'a uuid': () => `${'4'.padStart(24, '0')}${10_000_000 + some(invoices)}`,
  'a payment of the gateway': () => `pi_${some(invoices) * 104_729}`,
  'a card of the gateway': () => `pm_${some(accounts) * 104_729}`,
  'a PO number': () => `PO-${some(invoices / 20) * 20}`,
  'a word that nothing has': () => `zzq${some(accounts)}`,
  'state:past_due': () => 'state:past_due',
  'plan:gold country:DE': () => 'plan:gold country:DE',
  'amount>100': () => 'amount>100',
  'amount:…': () => `amount:${some(300)}.${10 + some(90)}`,
  'created:…': () => `created:2026-01-0${1 + some(9)}`,
  'a name and a filter': () => 'turing state:closed',
});

/** Measures searches of an engine and prints their times. Returns whether 95 of 100 end in time. */
export const measureSearch = async (engine: string, config: StorageConfig, size: Size): Promise<boolean> => {
  const began = performance.now();
  const siteId = await fillConsole(config, size);
  console.log(
    `${engine}: ${size.accounts.toLocaleString('en')} accounts and ${size.invoices.toLocaleString('en')} invoices, filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
  );
  const opened = await openStorage(config, openWorld(machineClock));
  try {
    const site = await opened.sites.find('demo');
    if (site?.id !== siteId) throw new Error('The demo site is another one.');
    const find = search(opened);
    const texts = Object.entries(textsOf(size));
    const times = new Map(texts.map(([name]) => [name, [] as number[]]));
    const found = new Map<string, number>();
    // The kinds take turns, so that other work on the machine affects all of them.
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const [name, text] of texts) {
        const from = performance.now();
        const { groups } = await find({ site }, text(), { hits: 5, personal: true });
        if (round >= 0) times.get(name)?.push(performance.now() - from);
        found.set(name, (found.get(name) ?? 0) + groups.length);
      }
    }
    for (const [name, measured] of times) {
      const [middle, most] = [0.5, 0.95].map((part) => quantile(measured, part).toFixed(1).padStart(6));
      console.log(
        `  ${name.padEnd(28)} p50 ${middle} ms   p95 ${most} ms   ${found.get(name) ? '' : '(finds nothing)'}`,
      );
    }
    const all = quantile([...times.values()].flat(), 0.95);
    console.log(`  ${'all'.padEnd(28)} ${' '.repeat(13)}  p95 ${all.toFixed(1).padStart(6)} ms\n`);
    return all <= MOST_SEARCH_MS;
  } finally {
    await opened.close();
  }
};
