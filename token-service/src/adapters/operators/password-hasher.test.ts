import { expect, test } from 'vitest';
import { argon2Passwords } from './password-hasher.ts';

const PASSWORD = 'correct horse battery staple';

test('a password is right for its hash only, which is different each time', async () => {
  const passwords = argon2Passwords();
  const [hash, again] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(again).not.toBe(hash);
  expect(await passwords.check(PASSWORD, hash)).toBe('right');
  expect(await passwords.check(`${PASSWORD} `, hash)).toBe('wrong');
  expect(await passwords.check(PASSWORD, hash.replace('m=19456', 'm=19464'))).toBe('wrong');
});

test('the same letters in another form of Unicode are the same password', async () => {
  const passwords = argon2Passwords();
  const hash = await passwords.hash('Zürich am Abend'.normalize('NFD'));
  expect(await passwords.check('Zürich am Abend'.normalize('NFC'), hash)).toBe('right');
});

test('a hash with weaker parameters is right and outdated', async () => {
  // Made with m=4096, t=1.
  const { argon2Sync } = await import('node:crypto');
  const salt = Buffer.from('0123456789abcdef');
  const tag = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce: salt,
    ...{ parallelism: 1, tagLength: 32, memory: 4096, passes: 1 },
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const hash = `$argon2id$v=19$m=4096,t=1,p=1$${text(salt)}$${text(tag)}`;
  expect(await argon2Passwords().check(PASSWORD, hash)).toBe('outdated');
  expect(await argon2Passwords().check('another', hash)).toBe('wrong');
});

test('without a hash, or with one of another form, every password is wrong', async () => {
  const passwords = argon2Passwords();
  for (const hash of [null, '', '$2b$10$abcdefghijklmnopqrstuv'])
    expect(await passwords.check(PASSWORD, hash)).toBe('wrong');
});

test('requests wait for one another, and too many of them are refused', async () => {
  const passwords = argon2Passwords();
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.check(PASSWORD, null)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { symbol: 'service_unavailable' } });
  expect(await passwords.check(PASSWORD, null)).toBe('wrong');
});
