import type { Size } from './fill.ts';
import { measurePages } from './pages.ts';
import type { MeasuredConsole } from './served.ts';
import { some, someDay } from './some.ts';

/** The aim for the time below which 95 of 100 searches end, in milliseconds. */
const MOST_MS = 50;

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
  'a city': () => 'San Francisco',
  'a postal code': () => '94105',
  'a check number': () => `Check ${some(invoices)}`,
  'city:… and a state': () => 'city:"San Francisco" state:closed',
  'a request id': () => `${'6'.padStart(24, '0')}${10_000_000 + some(invoices)}`,
  'a PO number': () => `PO-${some(invoices / 20) * 20}`,
  'a word that nothing has': () => `zzq${some(accounts)}`,
  'state:past_due': () => 'state:past_due',
  'plan:gold country:DE': () => 'plan:gold country:DE',
  'amount>100': () => 'amount>100',
  'amount:…': () => `amount:${some(300)}.${10 + some(90)}`,
  'created:…': () => `created:${someDay()}`,
  'a name and a filter': () => 'turing state:closed',
});

/** Measures what the search field asks for while someone types, at the console. Returns whether it is in time. */
export const measureSearch = (served: MeasuredConsole): Promise<boolean> => {
  const kinds = Object.entries(textsOf(served.size)).map(([name, text]): [string, () => string] => [
    name,
    () => `/search?${new URLSearchParams({ q: text(), format: 'json' })}`,
  ]);
  return measurePages(served, 'search', Object.fromEntries(kinds), MOST_MS);
};
