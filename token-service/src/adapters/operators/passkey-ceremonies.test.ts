import { expect, test } from 'vitest';
import { softAuthenticator } from './passkey.fixture.ts';
import { webAuthnPasskeys } from './passkey-ceremonies.ts';

const ORIGIN = 'https://console.example.com';
const OPERATOR = { id: '01', email: 'ada@example.com' };
const passkeys = webAuthnPasskeys({ origin: ORIGIN, name: 'Billing' });

/** Accepts one challenge, once. */
const once = (expected: string) => {
  let open = true;
  return async (challenge: string): Promise<boolean> => {
    const taken = open && challenge === expected;
    open &&= !taken;
    return taken;
  };
};

const register = async (device: ReturnType<typeof softAuthenticator>, challenge = 'first', expected = challenge) => {
  const options = await passkeys.registrationOptions(OPERATOR, [], challenge);
  const made = await passkeys.registered(device.register(options), once(expected));
  return made && { ...made, operator_id: OPERATOR.id, name: 'Laptop', created_at_ms: 0, used_at_ms: null };
};

test('a passkey is made for the host of the console, and signs in with it', async () => {
  const options = await passkeys.registrationOptions(OPERATOR, [], 'first');
  expect(options).toMatchObject({
    rp: { id: 'console.example.com', name: 'Billing' },
    user: { name: OPERATOR.email },
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    attestation: 'none',
  });
  const device = softAuthenticator({ origin: ORIGIN });
  const passkey = await register(device);
  expect(passkey).toMatchObject({ id: device.id, counter: 0, transports: ['internal'] });
  if (!passkey) return;

  const asked = await passkeys.authenticationOptions('second', [passkey]);
  expect(asked).toMatchObject({ rpId: 'console.example.com', allowCredentials: [{ id: device.id }] });
  const response = device.authenticate(asked);
  expect(passkeys.idOf(response)).toBe(device.id);
  expect(await passkeys.authenticated(response, passkey, once('second'))).toBe(1);
  expect(await passkeys.authenticated(response, passkey, once('third'))).toBeUndefined();
});

test('another origin, a device that does not verify its user, and a foreign challenge make no passkey', async () => {
  expect(await register(softAuthenticator({ origin: 'https://console.example.org' }))).toBeUndefined();
  expect(await register(softAuthenticator({ origin: ORIGIN, verifies: false }))).toBeUndefined();
  expect(await register(softAuthenticator({ origin: ORIGIN }), 'first', 'other')).toBeUndefined();
});

test('another device, and a counter that went back, do not sign in', async () => {
  const [own, other] = [softAuthenticator({ origin: ORIGIN }), softAuthenticator({ origin: ORIGIN })];
  const passkey = await register(own);
  if (!passkey) throw new Error('no passkey');
  const options = await passkeys.authenticationOptions('next');
  const forged = { ...other.authenticate(options), id: own.id, rawId: own.id };
  expect(await passkeys.authenticated(forged, passkey, once('next'))).toBeUndefined();
  const used = { ...passkey, counter: 5 };
  expect(await passkeys.authenticated(own.authenticate(options), used, once('next'))).toBeUndefined();
});

test('anything that is no response is refused, and trouble of storage is not taken for that', async () => {
  const passkey = await register(softAuthenticator({ origin: ORIGIN }));
  if (!passkey) throw new Error('no passkey');
  for (const response of [undefined, null, 'text', {}, { id: 7 }, { id: passkey.id, response: {} }]) {
    expect(await passkeys.registered(response, once('first'))).toBeUndefined();
    expect(await passkeys.authenticated(response, passkey, once('first'))).toBeUndefined();
  }
  expect([passkeys.idOf(null), passkeys.idOf({ id: 7 })]).toEqual([undefined, undefined]);
  const device = softAuthenticator({ origin: ORIGIN });
  const broken = passkeys.registered(device.register({ challenge: 'Zmlyc3Q' }), async () => {
    throw new Error('no database');
  });
  await expect(broken).rejects.toThrow('no database');
});
