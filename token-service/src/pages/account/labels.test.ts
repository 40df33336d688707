import { TEXTS } from '@service/sdk/texts/all.ts';
import { expect, it } from 'vitest';
import { accountWordsByLanguage } from '../../documents/messages/account-words.ts';
import { WORDS_LANGUAGES } from '../../documents/messages/document-language.ts';
import { invoiceWordsByLanguage } from '../../documents/messages/invoice-words.ts';

it.each(WORDS_LANGUAGES)(
  'labels are the same in the payment form, on account pages and on invoices: %s',
  (language) => {
    const form = TEXTS[language];
    const { payment, details } = accountWordsByLanguage[language];
    const { methods } = invoiceWordsByLanguage[language];
    const pages = {
      card: payment.byCard,
      sepa: payment.bySepa,
      bacs: payment.byBacs,
      becs: payment.byBecs,
      wallet: payment.wallet,
      number: payment.number,
      month: payment.month,
      year: payment.year,
      cvv: payment.cvv,
      name_on_account: payment.nameOnAccount,
      routing_number: payment.routingNumber,
      sort_code: payment.sortCode,
      bsb_code: payment.bsbCode,
      account_number: payment.accountNumber,
      account_number_confirmation: payment.accountNumberAgain,
      account_type: payment.accountType,
      checking: payment.checking,
      savings: payment.savings,
      first_name: details.firstName,
      last_name: details.lastName,
      company: details.company,
      city: details.city,
      state: details.state,
      country: details.country,
      phone: details.phone,
    } as const;
    const names = Object.keys(pages) as (keyof typeof pages)[];
    expect(Object.fromEntries(names.map((name) => [name, form[name]]))).toEqual(pages);
    expect([methods.credit_card, methods.paypal, methods.eft]).toEqual([form.card, form.wallet, form.bank]);
  },
);
