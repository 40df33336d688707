import type { ApiWords } from '../api-words.ts';
import { declineWords } from './declines.ts';
import { failureMessages } from './failures.ts';
import { issues, missingParts, reasons } from './issues.ts';

const declined = { declined: 'was declined', declined_bad: 'did not match' };

export const english: ApiWords = {
  language: 'en-US',
  failure: ({ symbol, params }) => failureMessages[symbol](params),
  issue: ({ field, symbol, count, of, reason, choices }) => {
    const allowed = choices?.join(', ');
    const more = reason
      ? [reasons[reason], allowed].filter(Boolean).join(' ')
      : allowed || missingParts[`${field} ${symbol}`];
    return `${of ? `for ${of} ` : ''}${issues[symbol](count)}${more ? `: ${more}` : ''}`;
  },
  declined: (symbol) => declined[symbol],
  decline: declineWords,
};
