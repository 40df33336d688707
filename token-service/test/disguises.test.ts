import { describe, expect, test } from 'vitest';
import { disguises, found, foundAlone, place } from './disguises.ts';

const NUMBER = '4111111111111111';
const AMEX = '378282246310005';

describe('the search', () => {
  test.each([
    `number=${NUMBER}`,
    'card 4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111%201111%201111%201111',
    '4111+1111+1111+1111',
    Buffer.from(NUMBER).toString('hex'),
    Buffer.from(NUMBER).toString('base64'),
    Buffer.from(`n=${NUMBER}&`).toString('base64'),
    Buffer.from(`no=${NUMBER}&`).toString('base64'),
    Buffer.from(`"${NUMBER}"`).toString('base64'),
    '%34%31%31%31%31%31%31%31%31%31%31%31%31%31%31%31',
  ])('finds the number planted in %s', (text) => {
    expect(found(NUMBER, [place('log', 'nothing'), place('answer', text)])).toHaveLength(1);
  });

  test('finds every encoding', () => {
    const all = disguises(AMEX).map(([, form]) => form);
    expect(found(AMEX, [place('answer', all.join(' | '))])).toHaveLength(disguises(AMEX).length);
    expect(found(AMEX, [place('answer', '3782 822463 10005')])).toEqual(['answer: spaced']);
  });

  test('does not report masked digits as a number', () => {
    expect(found(NUMBER, [place('answer', '411111******1111')])).toEqual([]);
  });

  test('finds a code that is delimited, but not one inside an id', () => {
    expect(foundAlone('7391', [place('log', '"cvv":"7391"'), place('answer', '0197391f 17391')])).toEqual(['log']);
  });
});
