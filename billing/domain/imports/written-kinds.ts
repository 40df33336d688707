import { choiceKind, codeKind, flagKind, integerKind, timeKind } from '../../resources/kind.ts';
import { readTime, type Seconds } from '../../values/time.ts';
import { AMOUNT_KIND, type ImportColumn } from './column.ts';

type KindOf<T> = ImportColumn<T>['kind'];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** `2026-11-30 12:00:00 UTC` and `2026-11-30 12:00:00`, as databases write moments. */
const WRITTEN = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})( ?UTC| ?Z)?$/;

const isoOf = (text: string): string => {
  if (DAY.test(text)) return `${text}T00:00:00Z`;
  return text.replace(WRITTEN, '$1T$2Z');
};

/** Moments: a day means its beginning, UTC. */
export const MOMENT: KindOf<Seconds> = {
  name: 'a moment such as 2026-11-30T12:00:00Z, or a day such as 2026-11-30, which begins at midnight UTC',
  read: (text) => timeKind().read(isoOf(text)),
};

/** A moment, or a whole day of the site. */
export interface WrittenDate {
  readonly text: string;
  readonly at: Seconds;
  readonly isDay: boolean;
}

export const DATE: KindOf<WrittenDate> = {
  name: 'a day such as 2026-11-30, or a moment such as 2026-11-30T12:00:00Z',
  read(text) {
    const at = readTime(isoOf(text));
    return at === undefined ? { symbol: 'invalid' } : { text, at, isDay: DAY.test(text) };
  },
};

export const REFERENCE: KindOf<string> = {
  ...codeKind(100),
  name: 'a text that no other row has, at most 100 characters',
};

const TRUE = ['true', '1', 'yes', 't'];
const FALSE = ['false', '0', 'no', 'f'];

export const FLAG: KindOf<boolean> = {
  ...flagKind(),
  name: 'true or false',
  read: (text) =>
    TRUE.includes(text.toLowerCase()) ? true : FALSE.includes(text.toLowerCase()) ? false : { symbol: 'inclusion' },
};

/** One of some words, which may be written in capitals; some words stand for others. */
export const choice = <const T extends string>(
  choices: readonly T[],
  also: Readonly<Record<string, T>> = {},
): KindOf<T> => ({
  name: `one of ${choices.join(', ')}`,
  read: (text) => choiceKind(choices).read(also[text.toLowerCase()] ?? text.toLowerCase()),
});

export const CODES: KindOf<readonly string[]> = {
  name: 'codes, separated by semicolons',
  read: (text) =>
    text
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
};

/** An add-on of a subscription: `seats`, `seats:3` or `seats:3@5.00`. */
export interface WrittenAddOn {
  readonly code: string;
  readonly quantity: number;
  /** In whole units of the currency; undefined: that of the plan. */
  readonly unit_amount: string | undefined;
}

const ADD_ON = /^([^:;@]{1,50})(?::(\d{1,9}))?(?:@([^:;@]+))?$/;

export const ADD_ONS: KindOf<readonly WrittenAddOn[]> = {
  name: 'add-ons such as seats:3@5.00;support, each a code, its quantity and its price for one, separated by semicolons',
  read(text) {
    const found: WrittenAddOn[] = [];
    for (const part of text.split(';')) {
      const [, code, quantity = '1', unit_amount] = ADD_ON.exec(part.trim()) ?? [];
      if (code === undefined || Number(quantity) < 1) return { symbol: 'invalid' };
      if (unit_amount !== undefined && 'symbol' in AMOUNT_KIND.read(unit_amount)) return { symbol: 'invalid' };
      if (found.some((one) => one.code === code)) return { symbol: 'invalid' };
      found.push({ code, quantity: Number(quantity), unit_amount });
    }
    return found;
  },
};

export const count = (min: number, max: number): KindOf<number> => ({
  ...integerKind(min, max),
  name: `a whole number from ${min} to ${max}`,
});
