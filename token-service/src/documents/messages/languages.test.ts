import { describe, expect, it } from 'vitest';
import { accountWordsByLanguage } from './account-words.ts';
import { documentDirection, WORDS_LANGUAGES, type WordsLanguage } from './document-language.ts';
import { invoiceWordsByLanguage } from './invoice-words.ts';
import { LOAN_WORDS } from './loan-words.fixture.ts';
import { mailWordsByLanguage } from './mail-words.ts';

const TABLES = { account: accountWordsByLanguage, invoice: invoiceWordsByLanguage, mail: mailWordsByLanguage } as const;

/** A text or a function of a table, with its path: `cancel.title`. */
type Entry = readonly [path: string, text: unknown];

const entriesOf = (part: unknown, path = ''): Entry[] =>
  typeof part === 'object' && part !== null
    ? Object.entries(part).flatMap(([key, inner]) => entriesOf(inner, path ? `${path}.${key}` : key))
    : [[path, part]];

/** Values for the functions that take no names, dates or amounts. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  every: [1, 2, 5, 11, 12, 24, 60].map((length) => ['months', length]),
  'pause.length': [1, 2, 5, 11, 12, 24].map((length) => ['months', length]),
  'fields.tooLong': [[255]],
  page: [[1, 3]],
};
const NAMES = ['«A»', '«B»', '«C»'];

/** The texts of a table, with sample values. */
const saidBy = (table: unknown): [path: string, text: string][] =>
  entriesOf(table).flatMap(([path, text]) => {
    if (typeof text !== 'function') return [[path, String(text)] as [string, string]];
    return (ARGUMENTS[path] ?? [NAMES.slice(0, text.length)]).map((values): [string, string] => [
      path,
      (text as (...values: readonly unknown[]) => string)(...values),
    ]);
  });

const typesIn = (table: unknown) => entriesOf(table).map(([path, text]) => [path, typeof text]);

describe.each(WORDS_LANGUAGES)('the texts in %s', (language) => {
  it('name another payment method only where one is offered', () => {
    const { confirm, pastDue, declined } = accountWordsByLanguage[language];
    const [amount] = NAMES;
    const pairs: readonly (readonly [offered: string, alone: string])[] = [
      [confirm.canceled, confirm.unconfirmed],
      [pastDue.explain(amount ?? ''), pastDue.owed(amount ?? '')],
    ];
    // Both say the same; what follows where it is offered is a sentence of its own.
    for (const [offered, alone] of pairs) {
      expect(offered.startsWith(alone), alone).toBe(true);
      expect(alone).toMatch(/[.。]\P{L}*$/u);
      expect(offered.length).toBeGreaterThan(alone.length);
    }
    // All sentences but the last are the same.
    const withoutAdvice = (text: string) =>
      text
        .split(/(?<=[.。]) ?/u)
        .filter(Boolean)
        .slice(0, -1);
    for (const [offered, alone] of [
      [confirm.failed, confirm.refused],
      [declined.support, declined.noOther],
    ] as const) {
      expect(withoutAdvice(alone).length, alone).toBeGreaterThan(0);
      expect(withoutAdvice(offered), alone).toEqual(withoutAdvice(alone));
      expect(offered).not.toBe(alone);
    }
    expect(declined.noOther.length).toBeLessThan(declined.support.length);
  });

  describe.each(Object.entries(TABLES))('of the table "%s"', (_name, tables) => {
    const table = (tables as Readonly<Record<WordsLanguage, unknown>>)[language];

    it('are as many as in English, each of the same kind', () => {
      expect(typesIn(table).sort()).toEqual(typesIn(tables.en).sort());
    });

    it('are whole, and name every value', () => {
      for (const [path, text] of saidBy(table)) {
        expect(text, path).not.toBe('');
        expect(text, path).not.toMatch(/\b(undefined|null|NaN)\b|\[object|[#$]\{|\bTODO\b| {2}/);
        expect(text, path).toBe(text.trim());
      }
      const silent = entriesOf(table).filter(([path, text]) => {
        if (typeof text !== 'function' || path in ARGUMENTS) return false;
        const values = NAMES.slice(0, text.length);
        const said = text(...values) as string;
        return !values.every((value) => said.includes(value));
      });
      expect(silent.map(([path]) => path)).toEqual([]);
    });

    if (language === 'en') return;
    it('are not left in English', () => {
      const english = new Map(saidBy(tables.en));
      const same = saidBy(table).filter(([path, text]) => english.get(path) === text && /\p{L}{2}/u.test(text));
      const known = LOAN_WORDS[language] ?? [];
      expect(same.map(([, text]) => text).filter((text) => !known.includes(text))).toEqual([]);
    });
  });

  if (documentDirection(language) === 'ltr') return;
  it('isolate names, amounts and codes', () => {
    for (const tables of Object.values(TABLES)) {
      for (const [path, text] of saidBy((tables as Readonly<Record<WordsLanguage, unknown>>)[language])) {
        const isolates = text.match(/\u2068«[A-C]»\u2069/g) ?? [];
        expect(isolates.length, path).toBe(text.match(/«[A-C]»/g)?.length ?? 0);
      }
    }
  });
});

it('name the same button alike in mail and on the account pages', () => {
  for (const language of WORDS_LANGUAGES) {
    const { canceled } = mailWordsByLanguage[language];
    expect(canceled.undo, language).toContain(accountWordsByLanguage[language].actions.reactivate);
  }
});

describe('errors on the account pages', () => {
  const { problems, declined, unverified, fields } = accountWordsByLanguage.en;
  const advice =
    /\b(add|ask|call|check|choose|download|enter|fill in|need your attention|open|reload|remove|replace|shows the current|try|use|wait)\b/i;

  it.each(saidBy({ problems, declined, unverified, fields }).filter(([path]) => path !== 'problems.title'))(
    'say what to do: %s',
    (_path, text) => expect(text).toMatch(advice),
  );

  it.each(WORDS_LANGUAGES)('say it after what is wrong, in a sentence of its own: %s', (language) => {
    const { problems, confirm, pages, fields, declined, unverified } = accountWordsByLanguage[language];
    const { method: _adviceAlone, ...reasons } = declined;
    const texts = [problems.notPossible, confirm.canceled, pages.missing, pages.readOnly, fields.postalCode];
    for (const text of [...texts, ...Object.values(reasons), ...Object.values(unverified)]) {
      expect(text).toMatch(/[.。]\s*\S.*[.。]$/);
    }
  });
});
