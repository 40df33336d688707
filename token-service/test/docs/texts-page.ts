import { replaceableTexts } from '../../src/documents/messages/own-texts.ts';

const INTRODUCTION = `# Texts

Every text of the account pages, of mail and of invoices can be replaced, in any language. Write those of a language
into a file, change what you like, and give it to the site:

    npx billing site texts en > texts.json
    npm run site -- change acme --texts ./texts.json

\`{"en": {"mail.receipt.title": "Thank you"}, "de": {"mail.receipt.title": "Besten Dank"}}\` is the form of the file:
texts by language and name. It may have only some of them, and those that are as they were are not stored. The console
takes the same JSON: Settings, Brand. \`--texts none\` goes back to the texts of the service.

\`{1}\`, \`{2}\` stand for values such as names, dates and amounts. A text of yours must contain the same, in an order of
your own. An unknown name or language is refused, with the nearest one. Values are kept apart in languages from right
to left; a text is one line, never HTML, and has at most 1000 characters; all texts of a site have at most 100,000. In
counts, such as \`account.every.month.few\`, the last part is a plural form of the language (CLDR) or a number: print
the texts of the language to see which it has.

[Languages](guides/languages.md#change-or-translate-a-text) says how to replace the texts of the checkout. Those around
the page of the customer's bank (3-D Secure) are texts of the account pages here, and of the checkout there. What
holders of bank accounts agree to is a setting of the site everywhere, because it is recorded with the account. A text
of yours for accounts in the United States and Australia has to say what their rules demand: who debits, what and when,
and how to stop it (Nacha Operating Rules; BECS Procedures). The mandate of SEPA and the instruction of BACS cannot be
replaced: the rulebook of the European Payments Council and the Direct Debit Guarantee prescribe their wording.
`;

const SURFACES = {
  account: 'Words of pages',
  mail: 'Words of mail',
  invoice: 'Words of invoices',
  challenge: "Words around the page of the customer's bank",
  authorization: 'Authorizations of bank debits',
} as const;

const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The page of the documentation that lists every text of account pages, mail and invoices, in Markdown. */
export const textsPage = (texts: ReadonlyMap<string, string> = replaceableTexts('en')): string => {
  const sections = Object.entries(SURFACES).map(([surface, title]) => {
    const rows = [...texts]
      .filter(([name]) => name.startsWith(`${surface}.`))
      .map(([name, text]) => `| \`${name}\` | ${inCell(text)} |`);
    return [`## ${title}\n`, '| Name | In English |', '|---|---|', ...rows, ''].join('\n');
  });
  return [INTRODUCTION, ...sections].join('\n');
};
