import { expect, it } from 'vitest';
import { decimalAmount } from '../shop/amounts.ts';
import { moneyIn } from './money.js';

it.each(['en-US', 'en-GB', 'de', 'fr', 'pt-BR'])('shows every digit of an amount in every currency: %s', (locale) => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const shown = moneyIn(currency, locale)(decimalAmount(129_950, currency));
    expect([shown, shown.replaceAll(/\D/g, '')]).toEqual([shown, '129950']);
  }
});
