import { parseMonth, parseYear, type YearMonth } from '@service/billing/values/card/expiry.ts';
import type { Control } from './control.ts';

const YEARS = 20;

const pad = (month: number) => String(month).padStart(2, '0');

/** The two digits of each month, or this year and the twenty after it. */
const choices = (type: 'month' | 'year', { year }: YearMonth): readonly string[] =>
  type === 'month'
    ? Array.from({ length: 12 }, (_, index) => pad(index + 1))
    : Array.from({ length: YEARS + 1 }, (_, index) => String(year + index));

/** The twelve month names of a language; none for an unknown language. */
const monthNames = (lang: string): readonly string[] => {
  try {
    const { format } = new Intl.DateTimeFormat(lang, { month: 'long', calendar: 'gregory', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => format(Date.UTC(2000, index)));
  } catch {
    return [];
  }
};

/** Creates a list of months or years; its first entry is empty and shows the placeholder. */
export const createSelectControl = (
  document: Document,
  type: 'month' | 'year',
  now: YearMonth,
  chosen: () => void,
): Control => {
  const select = document.createElement('select');
  const add = (text: string, value: string) => {
    const option = document.createElement('option');
    option.text = text;
    option.value = value;
    select.append(option);
    return option;
  };
  const empty = add('', '');
  for (const choice of choices(type, now)) add(choice, choice);
  select.addEventListener('input', chosen);
  // Password managers may fire `change` only.
  select.addEventListener('change', chosen);

  return {
    element: select,
    value: () => select.value,
    done: () => false,
    fill(value) {
      const parsed = type === 'month' ? parseMonth(value) : parseYear(value);
      const selected = parsed === undefined ? '' : pad(parsed);
      select.value = [...select.options].some((option) => option.value === selected) ? selected : '';
    },
    hint(text, monthsIn = '') {
      empty.text = text;
      if (type !== 'month') return;
      const names = monthNames(monthsIn);
      for (const option of [...select.options].slice(1)) {
        const name = names[option.index - 1];
        option.text = name ? `${option.value} – ${name}` : option.value;
      }
    },
  };
};
