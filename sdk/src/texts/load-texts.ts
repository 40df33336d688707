import en from './en.ts';
import type { Language } from './language.ts';
import type { Texts } from './texts.ts';

/** The digest of each language's file, which the build wrote beside this one. Browsers cache the file forever. */
declare const TEXTS: Readonly<Record<string, string>>;

/** Texts, and the language that they are in. */
export interface LoadedTexts {
  readonly language: Language;
  readonly texts: Texts;
}

/** English is part of the script, for pages in English and for those whose language does not load. */
export const ENGLISH: LoadedTexts = { language: 'en', texts: en };

const files: Record<string, Promise<LoadedTexts>> = {};

/** Loads the texts of a language, at most once; English if its file does not load. `api`: the browser API's address. */
export const loadTexts = (api: string, language: Language): Promise<LoadedTexts> => {
  if (language === 'en') return Promise.resolve(ENGLISH);
  const name = language.toLowerCase();
  const address = `${api}/texts/${name}.js?v=${TEXTS[name]}`;
  files[address] ??= import(/* @vite-ignore */ address).then(
    ({ default: texts }) => ({ language, texts }),
    () => {
      delete files[address];
      console.error(`The texts did not load from ${address}. The payment form is in English.`);
      return ENGLISH;
    },
  );
  return files[address];
};
