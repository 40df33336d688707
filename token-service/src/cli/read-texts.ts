import { readFileSync, statSync } from 'node:fs';
import type { SettingValues } from '@service/billing/resources/setting.ts';
import type { WordsLanguage } from '../documents/messages/document-language.ts';
import { languageOfTexts, readOwnTexts, UnfitTexts } from '../documents/messages/own-texts.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { UsageError } from './command.ts';

/** Returns the language of a tag. Throws `UsageError` for one that there are no texts in. */
export const readLanguageOfTexts = (tag: string): WordsLanguage => {
  try {
    return languageOfTexts(tag);
  } catch (error) {
    throw error instanceof UnfitTexts ? new UsageError(error.message) : error;
  }
};

/** More than all texts in all languages. */
const LARGEST_BYTES = 5_000_000;

/** Reads a file with texts of the merchant. Throws `OperatorTrouble` when there is none, or when it is unfit. */
export const readTextsFile = (path: string): SettingValues['texts'] => {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > LARGEST_BYTES) throw new UnfitTexts('This is no file with texts.');
    return readOwnTexts(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof UnfitTexts) throw new OperatorTrouble(`${path}: ${error.message}`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorTrouble(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`);
  }
};
