import { describe, expect, test } from 'vitest';
import { isFormKey, newFormKey } from './form-key.ts';

const idsOf = (nonce: string) => ({ secret: () => nonce });
const SECRET = 'secret of the session';

describe('the key of a form', () => {
  const key = newFormKey(SECRET, idsOf('aaaaaaaaaaaaaaaa'));

  test('is known again in its session, and contains nothing of its secret', () => {
    expect(isFormKey(SECRET, key)).toBe(true);
    expect(key).not.toContain(SECRET);
  });

  test('differs from form to form', () => {
    const other = newFormKey(SECRET, idsOf('bbbbbbbbbbbbbbbb'));
    expect(isFormKey(SECRET, other)).toBe(true);
    expect(other.slice(16)).not.toBe(key.slice(16));
  });

  test.each([
    ['of another session', newFormKey('another secret', idsOf('aaaaaaaaaaaaaaaa'))],
    ['with another nonce', `b${key.slice(1)}`],
    ['cut short', key.slice(0, -1)],
    ['that is empty', ''],
    ['outside of ASCII', 'é'.repeat(43)],
  ])('one %s is refused', (_, presented) => {
    expect(isFormKey(SECRET, presented)).toBe(false);
  });
});
