import de from './de.ts';
import en from './en.ts';
import es from './es.ts';
import fr from './fr.ts';
import it from './it.ts';
import type { Language } from './language.ts';
import nl from './nl.ts';
import pt from './pt.ts';
import type { Texts } from './texts.ts';

/** The texts of all languages, for the service's own pages. */
export const TEXTS: Readonly<Record<Language, Texts>> = { de, en, es, fr, it, nl, pt };
