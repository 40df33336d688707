import type { Failure } from '@service/billing/values/failure.ts';
import { english } from '../documents/messages/en/index.ts';

/** `DueItem`, `account_code` → `due item`, `account code`. */
const plain = (name: string | number | undefined): string =>
  String(name)
    .replace(/(?<=[a-z])[A-Z]/g, ' $&')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(id|uuid)\b/g, (word) => word.toUpperCase());

/** The words for an operator: `There is no site with the subdomain shop.` instead of those of the XML API. */
export const failureWords = (failure: Failure): string => {
  const { symbol, params } = failure;
  if (symbol !== 'not_found' || params.model === undefined) return english.failure(failure);
  return `There is no ${plain(params.model)} with the ${plain(params.key)} ${params.value}.`;
};
