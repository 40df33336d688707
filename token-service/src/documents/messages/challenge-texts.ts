import { ar } from './challenges/ar.ts';
import { cs } from './challenges/cs.ts';
import { da } from './challenges/da.ts';
import { de } from './challenges/de.ts';
import { el } from './challenges/el.ts';
import { en } from './challenges/en.ts';
import { es } from './challenges/es.ts';
import { fi } from './challenges/fi.ts';
import { fr } from './challenges/fr.ts';
import { he } from './challenges/he.ts';
import { it } from './challenges/it.ts';
import { ja } from './challenges/ja.ts';
import { ko } from './challenges/ko.ts';
import { nb } from './challenges/nb.ts';
import { nl } from './challenges/nl.ts';
import { pl } from './challenges/pl.ts';
import { pt } from './challenges/pt.ts';
import { ptBR } from './challenges/pt-br.ts';
import { sv } from './challenges/sv.ts';
import type { ChallengeTexts } from './challenges/texts.ts';
import { tr } from './challenges/tr.ts';
import { zhHans } from './challenges/zh-hans.ts';
import { zhHant } from './challenges/zh-hant.ts';
import type { WordsLanguage } from './document-language.ts';

/** The texts around the page of the customer's bank, by language. */
export const CHALLENGE_TEXTS: Readonly<Record<WordsLanguage, ChallengeTexts>> = {
  ar,
  cs,
  da,
  de,
  el,
  en,
  es,
  fi,
  fr,
  he,
  it,
  ja,
  ko,
  nb,
  nl,
  pl,
  pt,
  'pt-BR': ptBR,
  sv,
  tr,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
};

/**
 * Returns the texts that a merchant can replace: not those of a window of the bank's own and of a document outside a
 * checkout, which know no merchant.
 */
export const replaceableChallengeTexts = (language: WordsLanguage): Omit<ChallengeTexts, 'alone' | 'returned'> => {
  const { alone: _alone, returned: _returned, ...texts } = CHALLENGE_TEXTS[language];
  return texts;
};
