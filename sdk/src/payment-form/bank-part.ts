import type { Texts } from '../texts/texts.ts';
import type { BankAccount } from '../types.ts';
import { BANK_FORMS, type BankMethod } from './banks.ts';
import { createHidden, createHint, createInputs } from './view.ts';

/** Creates the rows of a bank method, with what the customer agrees to. */
export const createBankPart = (
  id: string,
  method: BankMethod,
  texts: Texts,
  lang: string,
  bankAccount: Pick<BankAccount, 'bankInfo'>,
) => {
  const { names, scheme } = BANK_FORMS[method];
  // A US account is what the service expects without a name.
  const isUsual = method === 'bank';
  // What the customer agrees to comes from the service, with the merchant's name. Its id is sent with the account.
  const [agreed, named, type] = [createHint(), createHidden('authorization'), createHidden('type')];
  agreed.classList.add('service-pf-wide');
  agreed.id = `${id}-${method}-authorization`;
  type.value = scheme;
  return {
    rows: createInputs(isUsual ? id : `${id}-${method}`, names, texts, lang),
    agreed,
    hidden: isUsual ? [named] : [named, type],
    /** Loads what the customer agrees to, once, or `again` where it has changed. */
    async authorize(again?: boolean): Promise<void> {
      if (again) named.value = '';
      if (named.value) return;
      const { id, language, text } = await bankAccount.bankInfo({ authorization: lang, ...(!isUsual && { scheme }) });
      agreed.lang = language;
      agreed.textContent = text;
      named.value = id;
    },
  };
};
