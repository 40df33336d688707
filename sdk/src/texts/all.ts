import ar from './ar.ts';
import cs from './cs.ts';
import da from './da.ts';
import de from './de.ts';
import el from './el.ts';
import en from './en.ts';
import es from './es.ts';
import fi from './fi.ts';
import fr from './fr.ts';
import he from './he.ts';
import it from './it.ts';
import ja from './ja.ts';
import ko from './ko.ts';
import type { Language } from './language.ts';
import nb from './nb.ts';
import nl from './nl.ts';
import pl from './pl.ts';
import pt from './pt.ts';
import ptBR from './pt-br.ts';
import sv from './sv.ts';
import type { Texts } from './texts.ts';
import tr from './tr.ts';
import zhHans from './zh-hans.ts';
import zhHant from './zh-hant.ts';

/** The texts of all languages, for the service's own pages. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
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
