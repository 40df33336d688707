import { isProofFresh } from '@service/billing/domain/operators/operator.ts';
import { closeOperatorSession } from '@service/billing/usecases/operators/close-operator-session.ts';
import { continueOperatorSession } from '@service/billing/usecases/operators/continue-operator-session.ts';
import { enrolAuthenticator } from '@service/billing/usecases/operators/enrol-authenticator.ts';
import { offerAuthenticator } from '@service/billing/usecases/operators/offer-authenticator.ts';
import { offerPasskey } from '@service/billing/usecases/operators/offer-passkey.ts';
import { offerPasskeyProof } from '@service/billing/usecases/operators/offer-passkey-proof.ts';
import { offerPasskeySignIn } from '@service/billing/usecases/operators/offer-passkey-sign-in.ts';
import { proveAgain } from '@service/billing/usecases/operators/prove-again.ts';
import { registerPasskey } from '@service/billing/usecases/operators/register-passkey.ts';
import { signInDemoOwner } from '@service/billing/usecases/operators/sign-in-demo-owner.ts';
import { signInWithPasskey } from '@service/billing/usecases/operators/sign-in-with-passkey.ts';
import { signInWithPassword } from '@service/billing/usecases/operators/sign-in-with-password.ts';
import { expect, test, vi } from 'vitest';
import { softAuthenticator } from '../../src/adapters/operators/passkey.fixture.ts';
import { appOf, CLIENT, MINUTE, openOffice, PASSWORD } from './office.ts';

const ADA = 'ada@example.com';
const ORIGIN = 'https://console.example.com';

test('a password signs in, and every reason for a refusal looks the same and takes the same work', async () => {
  const { deps, sandbox, hire, opened } = await openOffice();
  await hire(ADA, sandbox, 'support');
  const bob = await hire('bob@example.com', sandbox, 'support');
  const record = await opened.operators.byEmail('bob@example.com');
  if (record) await opened.operators.save({ ...record, disabled_at_ms: 1 });
  const check = vi.spyOn(deps.passwords, 'check');
  const signIn = (email: string, password: string) => signInWithPassword(deps)({ email, password }, CLIENT);
  expect(await signIn('Ada@example.com ', PASSWORD)).toMatchObject({ outcome: 'signed_in', state: 'open' });
  for (const [email, password] of [
    [ADA, 'wrong'],
    ['unknown@example.com', PASSWORD],
    ['bob@example.com', PASSWORD],
  ] as const)
    expect(await signIn(email, password)).toEqual({ outcome: 'refused' });
  expect(check).toHaveBeenCalledTimes(4);
  expect(await continueOperatorSession(deps)(bob)).toBeUndefined();
});

test('failures lock an operator, the right password included', async () => {
  const { deps, sandbox, hire, clock } = await openOffice();
  await hire(ADA, sandbox, 'support');
  const signIn = (password: string) => signInWithPassword(deps)({ email: ADA, password }, CLIENT);
  for (let n = 0; n < 10; n += 1) expect(await signIn('wrong')).toEqual({ outcome: 'refused' });
  expect(await signIn(PASSWORD)).toEqual({ outcome: 'locked', retry_after: 3600 });
  clock.at += 60 * MINUTE;
  expect(await signIn(PASSWORD)).toMatchObject({ outcome: 'signed_in' });
});

test('at a production site the authenticator is set up after the first sign-in, and asked for after each', async () => {
  const { deps, live, hire, whoIs, clock, audit } = await openOffice();
  const first = await hire(ADA, live, 'finance');
  expect((await whoIs(first)).state).toBe('enrolment');
  const offered = await offerAuthenticator(deps)(first);
  const { sealed = '', uri = '' } = offered ?? {};
  const code = appOf(uri);
  const enrol = (typed: string) => enrolAuthenticator(deps)(first, { sealed, code: typed }, CLIENT);
  expect(await enrol('000000')).toEqual({ outcome: 'refused' });
  expect(await enrol(code(clock.at))).toEqual({ outcome: 'enrolled' });
  expect((await whoIs(first)).state).toBe('open');

  const signed = await signInWithPassword(deps)({ email: ADA, password: PASSWORD }, CLIENT);
  const second = signed.outcome === 'signed_in' ? signed.secret : '';
  expect((await whoIs(second)).state).toBe('second_factor');
  const prove = (typed: string) => proveAgain(deps)(second, { kind: 'code', code: typed }, CLIENT);
  expect(await proveAgain(deps)(second, { kind: 'password', password: PASSWORD }, CLIENT)).toEqual({
    outcome: 'proved',
  });
  expect((await whoIs(second)).state).toBe('second_factor');
  expect(await offerAuthenticator(deps)(second)).toBeUndefined();
  // The code that set it up was used.
  expect(await prove(code(clock.at))).toEqual({ outcome: 'refused' });
  clock.at += 30_000;
  expect(await prove(code(clock.at))).toEqual({ outcome: 'proved' });
  expect((await whoIs(second)).state).toBe('open');
  expect(await prove(code(clock.at))).toEqual({ outcome: 'refused' });
  expect((await audit(live)).filter((line) => line.endsWith(`operator.signed_in ${ADA}`))).toHaveLength(2);
});

test('without SECRETS_KEY no authenticator can be set up, but a passkey can, which then is the second factor', async () => {
  const { deps, live, hire, whoIs } = await openOffice({ secretsKey: null });
  const first = await hire(ADA, live, 'owner');
  await expect(offerAuthenticator(deps)(first)).rejects.toMatchObject({ symbol: 'authenticator_needs_key' });
  const device = softAuthenticator({ origin: ORIGIN });
  const response = device.register((await offerPasskey(deps)({ session: first })) ?? {});
  expect(await registerPasskey(deps)(first, { response, name: '' }, CLIENT)).toBe('registered');
  expect((await whoIs(first)).state).toBe('open');
  expect(await registerPasskey(deps)(first, { response, name: '' }, CLIENT)).toBe('refused');

  const signed = await signInWithPassword(deps)({ email: ADA, password: PASSWORD }, CLIENT);
  const second = signed.outcome === 'signed_in' ? signed.secret : '';
  const asked = (await offerPasskeyProof(deps)(second)) ?? {};
  const proof = { kind: 'passkey', response: device.authenticate(asked) } as const;
  expect(await proveAgain(deps)(second, proof, CLIENT)).toEqual({ outcome: 'proved' });
  expect(await proveAgain(deps)(second, proof, CLIENT)).toEqual({ outcome: 'refused' });
  expect((await whoIs(second)).state).toBe('open');
});

test('a passkey signs in without a name, each response once, and not after the operator was disabled', async () => {
  const { deps, live, hire, whoIs, opened } = await openOffice();
  const first = await hire(ADA, live, 'owner');
  const device = softAuthenticator({ origin: ORIGIN });
  const made = device.register((await offerPasskey(deps)({ session: first })) ?? {});
  await registerPasskey(deps)(first, { response: made, name: 'Phone' }, CLIENT);
  const response = device.authenticate(await offerPasskeySignIn(deps)());
  const signed = await signInWithPasskey(deps)(response, CLIENT);
  expect(signed).toMatchObject({ outcome: 'signed_in', state: 'open' });
  expect(await signInWithPasskey(deps)(response, CLIENT)).toEqual({ outcome: 'refused' });
  const operator = (await whoIs(first)).operator;
  await opened.operators.save({ ...operator, disabled_at_ms: 1 });
  const again = device.authenticate(await offerPasskeySignIn(deps)());
  expect(await signInWithPasskey(deps)(again, CLIENT)).toEqual({ outcome: 'refused' });
  expect(await signInWithPasskey(deps)({ id: 'unknown' }, CLIENT)).toEqual({ outcome: 'refused' });
});

test('a session ends after half an hour without a request and after twelve hours, and writes once a minute', async () => {
  const { deps, sandbox, hire, clock } = await openOffice();
  const secret = await hire(ADA, sandbox, 'support');
  const use = vi.spyOn(deps.operators, 'useSession');
  const proceed = async (minutes: number) => {
    clock.at += minutes * MINUTE;
    return (await continueOperatorSession(deps)(secret)) !== undefined;
  };
  expect([await proceed(0.5), use.mock.calls.length]).toEqual([true, 0]);
  expect([await proceed(0.5), use.mock.calls.length]).toEqual([true, 1]);
  for (let n = 0; n < 24; n += 1) expect(await proceed(29)).toBe(true);
  expect(await proceed(23)).toBe(false);
  expect(await continueOperatorSession(deps)(secret)).toBeUndefined();

  const idle = await hire('bob@example.com', sandbox, 'support');
  clock.at += 30 * MINUTE;
  expect(await continueOperatorSession(deps)(idle)).toBeUndefined();
  const left = await hire('eve@example.com', sandbox, 'support');
  await closeOperatorSession(deps)(left);
  expect(await continueOperatorSession(deps)(left)).toBeUndefined();
});

test('a proof is fresh for five minutes', async () => {
  const { deps, sandbox, hire, whoIs, clock } = await openOffice();
  const secret = await hire(ADA, sandbox, 'admin');
  const isFresh = async () => isProofFresh((await whoIs(secret)).session, clock.at);
  expect(await isFresh()).toBe(true);
  clock.at += 5 * MINUTE;
  expect(await isFresh()).toBe(false);
  expect(await offerAuthenticator(deps)(secret)).toBeUndefined();
  expect(await proveAgain(deps)(secret, { kind: 'password', password: 'wrong' }, CLIENT)).toEqual({
    outcome: 'refused',
  });
  expect(await isFresh()).toBe(false);
  await proveAgain(deps)(secret, { kind: 'password', password: PASSWORD }, CLIENT);
  expect(await isFresh()).toBe(true);
});

test('the demo owner signs in without a password, and proves it by doing so again', async () => {
  const { deps, demo, whoIs, audit, clock } = await openOffice();
  const first = await signInDemoOwner(deps)(CLIENT);
  expect(await whoIs(first?.secret ?? '')).toMatchObject({
    operator: { email: 'demo owner' },
    sites: [{ site: { subdomain: 'demo' }, roles: ['owner'] }],
  });
  clock.at += 6 * MINUTE;
  const second = await signInDemoOwner(deps)(CLIENT, first?.secret);
  expect(isProofFresh((await whoIs(second?.secret ?? '')).session, clock.at)).toBe(true);
  expect(await continueOperatorSession(deps)(first?.secret ?? '')).toBeUndefined();
  expect(await audit(demo)).toContain('operator:demo owner operator.signed_in demo owner');
  const exposed = { ...deps, demoSite: async () => undefined };
  expect(await continueOperatorSession(exposed)(second?.secret ?? '')).toBeUndefined();
  expect(await signInDemoOwner(exposed)(CLIENT)).toBeUndefined();
});
