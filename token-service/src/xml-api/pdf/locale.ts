import { preferred } from '../../messages/preferred.ts';

/** Languages whose numbers and dates are written in a script that the typeface has. */
const LANGUAGES =
  'bg ca cs da de el en es et eu fi fr ga gl hr hu id is it lt lv mk ms mt nb nl nn no pl pt ro ru sk sl sq sv tr uk vi'.split(
    ' ',
  );

/**
 * The language in which amounts and dates of a document are written: the first that an `Accept-Language` header prefers and that can be written, given
 * as a tag (`fr`, `en-GB`) or by its English name (`French`); US English otherwise (reference "endpoints", Invoices).
 */
export const documentLocale = (acceptLanguage: string): string => {
  for (const { value } of preferred(acceptLanguage)) {
    const tag = byEnglishName(value) ?? canonical(value);
    if (tag && LANGUAGES.includes(new Intl.Locale(tag).language)) return tag === 'en' ? 'en-US' : tag;
  }
  return 'en-US';
};

const ENGLISH = new Intl.DisplayNames('en', { type: 'language' });

const byEnglishName = (name: string): string | undefined =>
  LANGUAGES.find((language) => ENGLISH.of(language)?.toLowerCase() === name);

const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};
