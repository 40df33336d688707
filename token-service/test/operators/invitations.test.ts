import { acceptInvitation } from '@service/billing/usecases/operators/accept-invitation.ts';
import { continueOperatorSession } from '@service/billing/usecases/operators/continue-operator-session.ts';
import { enrolAuthenticator } from '@service/billing/usecases/operators/enrol-authenticator.ts';
import { inviteOperator } from '@service/billing/usecases/operators/invite-operator.ts';
import { offerAuthenticator } from '@service/billing/usecases/operators/offer-authenticator.ts';
import { offerPasskey } from '@service/billing/usecases/operators/offer-passkey.ts';
import { readInvitation } from '@service/billing/usecases/operators/read-invitation.ts';
import { signInWithPassword } from '@service/billing/usecases/operators/sign-in-with-password.ts';
import { expect, test } from 'vitest';
import { softAuthenticator } from '../../src/adapters/operators/passkey.fixture.ts';
import { appOf, CLIENT, openOffice, PASSWORD } from './office.ts';

const HOUR = 3_600_000;
const ADA = 'ada@example.com';
const chosen = { kind: 'password', password: PASSWORD } as const;

test('a link is read as often as mail programs like, and accepted once within 72 hours', async () => {
  const { deps, sandbox, clock, commandLine, whoIs, audit, opened } = await openOffice();
  const invite = () => inviteOperator(deps)(commandLine, { email: ' Ada@Example.com ', site: sandbox, role: 'owner' });
  const first = await invite();
  expect(first.operator.email).toBe(ADA);
  clock.at += 72 * HOUR;
  expect(await readInvitation(deps)(first.secret ?? '')).toBeUndefined();
  expect(await acceptInvitation(deps)(first.secret ?? '', chosen, CLIENT)).toBeUndefined();

  const { secret } = await invite();
  clock.at += 72 * HOUR - 1;
  expect(await readInvitation(deps)(secret ?? '')).toMatchObject({ email: ADA });
  await readInvitation(deps)(secret ?? '');
  const easy = acceptInvitation(deps)(secret ?? '', { kind: 'password', password: 'short' }, CLIENT);
  await expect(easy).rejects.toMatchObject({
    issues: [{ field: 'operator.password', symbol: 'too_short', count: 12 }],
  });
  const both = await Promise.all([1, 2].map(() => acceptInvitation(deps)(secret ?? '', chosen, CLIENT)));
  expect(both.filter((one) => one !== undefined)).toHaveLength(1);
  const opening = both.find((one) => one !== undefined);
  expect(await whoIs(opening?.secret ?? '')).toMatchObject({
    operator: { email: ADA },
    sites: [{ site: { subdomain: 'acme' }, roles: ['owner'] }],
    state: 'open',
  });
  expect(await audit(sandbox)).toEqual([
    `command line:ada operator.role_added ${ADA}`,
    `command line:ada operator.invited ${ADA}`,
    `command line:ada operator.invited ${ADA}`,
    `operator:${ADA} operator.invitation_accepted ${ADA}`,
    `operator:${ADA} operator.signed_in ${ADA}`,
  ]);
  const stored = JSON.stringify([await opened.operators.all(), await opened.operators.sessions(first.operator.id)]);
  for (const never of [PASSWORD, secret, opening?.secret]) expect(stored).not.toContain(never);
});

test('a link is accepted with a passkey instead of a password, which is both factors', async () => {
  const { deps, live, commandLine, whoIs } = await openOffice();
  const { secret } = await inviteOperator(deps)(commandLine, { email: ADA, site: live, role: 'admin' });
  const device = softAuthenticator({ origin: 'https://console.example.com' });
  const options = await offerPasskey(deps)({ invitation: secret ?? '' });
  const response = device.register(options ?? {});
  const accept = () => acceptInvitation(deps)(secret ?? '', { kind: 'passkey', response, name: 'Laptop' }, CLIENT);
  const opening = await accept();
  expect(opening?.state).toBe('open');
  expect(await whoIs(opening?.secret ?? '')).toMatchObject({ operator: { password: null }, state: 'open' });
  expect(await accept()).toBeUndefined();
  expect(await offerPasskey(deps)({ invitation: secret ?? '' })).toBeUndefined();
});

test('an address that is none is not invited', async () => {
  const { deps, sandbox, commandLine } = await openOffice();
  for (const email of ['', 'ada', 'ada@']) {
    const invited = async () => inviteOperator(deps)(commandLine, { email, site: sandbox, role: 'owner' });
    await expect(invited()).rejects.toMatchObject({ issues: [{ field: 'operator.email' }] });
  }
});

test('recovery: a link from the command line replaces password and authenticator, and ends the sessions', async () => {
  const { deps, live, clock, commandLine, hire } = await openOffice();
  const session = await hire(ADA, live, 'owner');
  const offered = await offerAuthenticator(deps)(session);
  const code = appOf(offered?.uri ?? '')(clock.at);
  await enrolAuthenticator(deps)(session, { sealed: offered?.sealed ?? '', code }, CLIENT);
  const { secret } = await inviteOperator(deps)(commandLine, { email: ADA, site: live, role: 'owner' });
  expect(await continueOperatorSession(deps)(session)).toMatchObject({ state: 'open' });
  const other = { kind: 'password', password: 'another walk by the sea' } as const;
  const opening = await acceptInvitation(deps)(secret ?? '', other, CLIENT);
  expect(opening?.state).toBe('enrolment');
  expect(await continueOperatorSession(deps)(session)).toBeUndefined();
  const signIn = (password: string) => signInWithPassword(deps)({ email: ADA, password }, CLIENT);
  expect(await signIn(PASSWORD)).toEqual({ outcome: 'refused' });
  expect(await signIn(other.password)).toMatchObject({ outcome: 'signed_in', state: 'enrolment' });
});

test('the console makes no link into the account of a known operator', async () => {
  const { deps, sandbox, live, hire, whoIs, editor, commandLine } = await openOffice();
  const admin = editor(await whoIs(await hire('admin@example.com', sandbox, 'admin')));
  await hire(ADA, live, 'owner');
  const invite = (email: string, role: 'support' | 'owner') => async () =>
    inviteOperator(deps)(admin, { email, site: sandbox, role });
  expect(await invite(ADA, 'support')()).toMatchObject({ secret: null });
  expect((await deps.operators.sites((await deps.operators.byEmail(ADA))?.id ?? '')).map(({ roles }) => roles)).toEqual(
    [['support'], ['owner']],
  );
  await inviteOperator(deps)(commandLine, { email: 'new@example.com', site: sandbox, role: 'owner' });
  expect(await invite('new@example.com', 'support')()).toMatchObject({ secret: null });
  expect((await invite('bob@example.com', 'support')()).secret).toHaveLength(43);
  expect((await invite('bob@example.com', 'support')()).secret).toHaveLength(43);
  await expect(invite('eve@example.com', 'owner')()).rejects.toMatchObject({ symbol: 'operator_out_of_reach' });
  const elsewhere = async () => inviteOperator(deps)(admin, { email: 'eve@example.com', site: live, role: 'support' });
  await expect(elsewhere()).rejects.toMatchObject({ symbol: 'operator_out_of_reach' });
});
