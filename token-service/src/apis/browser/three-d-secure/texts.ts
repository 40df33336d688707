import type { Language } from '@service/sdk/texts/language.ts';
import { ar } from './texts/ar.ts';
import type { ChallengeTexts } from './texts/challenge-texts.ts';
import { cs } from './texts/cs.ts';
import { da } from './texts/da.ts';
import { de } from './texts/de.ts';
import { el } from './texts/el.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fi } from './texts/fi.ts';
import { fr } from './texts/fr.ts';
import { he } from './texts/he.ts';
import { it } from './texts/it.ts';
import { ja } from './texts/ja.ts';
import { ko } from './texts/ko.ts';
import { nb } from './texts/nb.ts';
import { nl } from './texts/nl.ts';
import { pl } from './texts/pl.ts';
import { pt } from './texts/pt.ts';
import { ptBR } from './texts/pt-br.ts';
import { sv } from './texts/sv.ts';
import { tr } from './texts/tr.ts';
import { zhHans } from './texts/zh-hans.ts';
import { zhHant } from './texts/zh-hant.ts';

/** Texts by language. */
export const CHALLENGE_TEXTS: Readonly<Record<Language, ChallengeTexts>> = {
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
