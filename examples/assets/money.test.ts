import { moneyFormat } from '@service/billing/money/money-text.ts';
import { allCurrencies } from '@service/billing/resources/currencies.ts';
import { expect, it } from 'vitest';
import { decimal } from '../shop/amounts.ts';
import { moneyIn } from './money.js';

it('shows the same amount as the invoice in every currency', () => {
  for (const currency of allCurrencies()) {
    for (const locale of ['en-US', 'en-GB', 'de', 'fr', 'pt-BR']) {
      const invoiced = moneyFormat(locale, currency)(129_950);
      expect(moneyIn(currency, locale)(decimal(129_950, currency))).toBe(invoiced);
    }
  }
});
