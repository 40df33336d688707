import type { Catalogue } from '../words.ts';
import { decline } from './declines.ts';
import { failures } from './failures.ts';
import { issues, missing, reasons } from './issues.ts';

const declined = { declined: 'was declined', declined_bad: 'did not match' };

export const english: Catalogue = {
  language: 'en-US',
  failure: ({ symbol, params }) => failures[symbol](params),
  issue: ({ field, symbol, count, of, reason, choices }) => {
    const more = reason ? reasons[reason] : choices?.length ? choices.join(', ') : missing[`${field} ${symbol}`];
    return `${of ? `for ${of} ` : ''}${issues[symbol](count)}${more ? `: ${more}` : ''}`;
  },
  declined: (symbol) => declined[symbol],
  decline,
};
