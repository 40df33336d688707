import type { Catalogue } from '../words.ts';
import { decline } from './declines.ts';
import { failures } from './failures.ts';
import { forms, issues } from './issues.ts';

const declined = { declined: 'was declined', declined_bad: 'did not match' };

export const english: Catalogue = {
  language: 'en-US',
  failure: ({ symbol, params }) => failures[symbol](params),
  issue: ({ symbol, count, of, form }) =>
    `${of ? `for ${of} ` : ''}${issues[symbol](count)}${form ? `: ${forms[form]}` : ''}`,
  declined: (symbol) => declined[symbol],
  decline,
};
