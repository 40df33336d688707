import type { ChallengeTextName } from './challenge-texts.ts';
import type en from './en.ts';

/** The texts of a language by name. A language without one of them, or with another one, does not compile. */
export type Texts = { readonly [name in keyof typeof en]: string };

/** The name of a text, as merchants write it in `texts`. */
export type TextName = keyof Texts | ChallengeTextName;

/** Texts of the page by name, over those of the language. */
export type OwnTexts = { readonly [name in TextName]?: string | undefined };
