import type { Role } from '@service/billing/domain/operators/permissions.ts';
import { listOperators } from '@service/billing/queries/access/operators.ts';
import { changeOperatorPassword } from '@service/billing/usecases/operators/change-operator-password.ts';
import { changeOperatorRoles } from '@service/billing/usecases/operators/change-operator-roles.ts';
import { continueOperatorSession } from '@service/billing/usecases/operators/continue-operator-session.ts';
import { disableOperator } from '@service/billing/usecases/operators/disable-operator.ts';
import { endSessions } from '@service/billing/usecases/operators/end-sessions.ts';
import { inviteOperator } from '@service/billing/usecases/operators/invite-operator.ts';
import { offerPasskey } from '@service/billing/usecases/operators/offer-passkey.ts';
import { registerPasskey } from '@service/billing/usecases/operators/register-passkey.ts';
import { removePasskey } from '@service/billing/usecases/operators/remove-passkey.ts';
import { setReadOnly } from '@service/billing/usecases/operators/set-read-only.ts';
import { signInWithPassword } from '@service/billing/usecases/operators/sign-in-with-password.ts';
import { expect, test } from 'vitest';
import { softAuthenticator } from '../../src/adapters/operators/passkey.fixture.ts';
import { CLIENT, MINUTE, openOffice, PASSWORD } from './office.ts';

const [OWNER, BOB] = ['owner@example.com', 'bob@example.com'];

test('the last owner of a site is neither removed nor disabled nor made read-only', async () => {
  const { deps, sandbox, hire, commandLine } = await openOffice();
  await hire(OWNER, sandbox, 'owner');
  const remove = (email: string) =>
    changeOperatorRoles(deps)(commandLine, { email, site: sandbox, role: 'owner', change: 'remove' });
  const attempts = [
    () => remove(OWNER),
    () => disableOperator(deps)(commandLine, OWNER),
    () => setReadOnly(deps)(commandLine, OWNER, true),
  ];
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({
      symbol: 'last_owner',
      params: { value: OWNER, subdomain: 'acme' },
    });
  await hire(BOB, sandbox, 'owner');
  await setReadOnly(deps)(commandLine, BOB, true);
  await expect(remove(OWNER)).rejects.toMatchObject({ symbol: 'last_owner' });
  await setReadOnly(deps)(commandLine, BOB, false);
  const both = await Promise.allSettled([remove(OWNER), remove(BOB)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a disabled operator is out at once, and comes back by an invitation from the command line alone', async () => {
  const { deps, sandbox, hire, whoIs, editor, commandLine, audit } = await openOffice();
  const owner = editor(await whoIs(await hire(OWNER, sandbox, 'owner')));
  const session = await hire(BOB, sandbox, 'support');
  await disableOperator(deps)(owner, BOB);
  await disableOperator(deps)(owner, BOB);
  expect(await continueOperatorSession(deps)(session)).toBeUndefined();
  const signIn = () => signInWithPassword(deps)({ email: BOB, password: PASSWORD }, CLIENT);
  expect(await signIn()).toEqual({ outcome: 'refused' });
  const invitation = { email: BOB, site: sandbox, role: 'support' } as const;
  await expect(inviteOperator(deps)(owner, invitation)).rejects.toMatchObject({ symbol: 'precondition_failed' });
  expect((await inviteOperator(deps)(commandLine, invitation)).secret).not.toBeNull();
  expect(await signIn()).toEqual({ outcome: 'refused' });
  expect((await audit(sandbox)).filter((line) => line.includes('operator.disabled'))).toEqual([
    `operator:${OWNER} operator.disabled ${BOB}`,
  ]);
});

test('roles are given and removed, each with an entry of the audit log, and sessions know at once', async () => {
  const { deps, sandbox, hire, whoIs, commandLine, audit } = await openOffice();
  const session = await hire(BOB, sandbox, 'support');
  const change = (role: 'finance' | 'support', how: 'give' | 'remove') =>
    changeOperatorRoles(deps)(commandLine, { email: BOB, site: sandbox, role, change: how });
  expect(await change('finance', 'give')).toEqual(['finance', 'support']);
  expect(await change('finance', 'give')).toEqual(['finance', 'support']);
  expect(await change('support', 'remove')).toEqual(['finance']);
  expect((await whoIs(session)).sites).toMatchObject([{ roles: ['finance'] }]);
  await change('finance', 'remove');
  expect((await whoIs(session)).sites).toEqual([]);
  expect((await audit(sandbox)).filter((line) => line.includes('role_')).map((line) => line.split(' ')[2])).toEqual([
    'operator.role_added',
    'operator.role_added',
    'operator.role_removed',
    'operator.role_removed',
  ]);
});

test('no operator takes a role that raises the limit of their own refunds', async () => {
  const { deps, sandbox, hire, whoIs, editor } = await openOffice();
  const [ownerSession, adminSession] = [await hire(OWNER, sandbox, 'owner'), await hire(BOB, sandbox, 'admin')];
  await hire('eve@example.com', sandbox, 'support');
  const [admin, owner] = [editor(await whoIs(adminSession)), editor(await whoIs(ownerSession))];
  const site = { ...sandbox, admin_refund_limit_in_cents: 50_000 };
  const give = (email: string, role: Role) => ({ email, site, role, change: 'give' }) as const;
  const refused = { symbol: 'operator_out_of_reach' };
  await expect(changeOperatorRoles(deps)(admin, give(BOB, 'finance'))).rejects.toMatchObject(refused);
  const invited = async () => inviteOperator(deps)(admin, { email: BOB, site, role: 'finance' });
  await expect(invited()).rejects.toMatchObject(refused);
  expect(await changeOperatorRoles(deps)(admin, give(BOB, 'support'))).toEqual(['admin', 'support']);
  expect(await changeOperatorRoles(deps)(admin, give('eve@example.com', 'finance'))).toEqual(['finance', 'support']);
  expect(await changeOperatorRoles(deps)(owner, give(BOB, 'finance'))).toContain('finance');
});

test('an admin changes no owner, no operator of another site, and nothing while read-only', async () => {
  const { deps, sandbox, live, hire, whoIs, editor } = await openOffice();
  const [ownerSession, adminSession] = [await hire(OWNER, sandbox, 'owner'), await hire(BOB, sandbox, 'admin')];
  await hire('eve@example.com', live, 'support');
  await hire('both@example.com', live, 'support');
  const admin = editor(await whoIs(adminSession));
  const owner = editor(await whoIs(ownerSession));
  await expect(disableOperator(deps)(admin, OWNER)).rejects.toMatchObject({ symbol: 'operator_out_of_reach' });
  await expect(endSessions(deps)(admin, OWNER)).rejects.toMatchObject({ symbol: 'operator_out_of_reach' });
  await expect(disableOperator(deps)(owner, 'eve@example.com')).rejects.toMatchObject({ symbol: 'not_found' });
  await inviteOperator(deps)(owner, { email: 'both@example.com', site: sandbox, role: 'support' });
  await expect(disableOperator(deps)(owner, 'both@example.com')).rejects.toMatchObject({
    symbol: 'operator_out_of_reach',
  });
  const own = { email: BOB, site: sandbox, role: 'owner', change: 'give' } as const;
  await expect(changeOperatorRoles(deps)(admin, own)).rejects.toMatchObject({ symbol: 'operator_out_of_reach' });
  expect(await changeOperatorRoles(deps)(owner, own)).toEqual(['admin', 'owner']);
  const readOnly = { ...admin, standing: { sites: [{ site: sandbox, roles: ['admin'] as const }], read_only: true } };
  const invited = async () =>
    inviteOperator(deps)(readOnly, { email: 'x@example.com', site: sandbox, role: 'support' });
  await expect(invited()).rejects.toMatchObject({ symbol: 'operator_out_of_reach' });
});

test('sessions are ended by an owner, and by their operator', async () => {
  const { deps, sandbox, hire, whoIs, editor, audit } = await openOffice();
  const owner = editor(await whoIs(await hire(OWNER, sandbox, 'owner')));
  const session = await hire(BOB, sandbox, 'support');
  expect([await endSessions(deps)(owner, BOB), await endSessions(deps)(owner, BOB)]).toEqual([1, 0]);
  expect(await continueOperatorSession(deps)(session)).toBeUndefined();
  const signed = await signInWithPassword(deps)({ email: BOB, password: PASSWORD }, CLIENT);
  const bob = editor(await whoIs(signed.outcome === 'signed_in' ? signed.secret : ''));
  expect(await endSessions(deps)(bob, BOB)).toBe(1);
  await expect(endSessions(deps)(bob, OWNER)).rejects.toMatchObject({ symbol: 'not_found' });
  expect((await audit(sandbox)).filter((line) => line.includes('sessions_ended'))).toEqual([
    `operator:${OWNER} operator.sessions_ended ${BOB}`,
    `operator:${BOB} operator.sessions_ended ${BOB}`,
  ]);
});

test('a new password needs a fresh proof and ends the other sessions', async () => {
  const { deps, sandbox, hire, clock } = await openOffice();
  const session = await hire(BOB, sandbox, 'support');
  const signed = await signInWithPassword(deps)({ email: BOB, password: PASSWORD }, CLIENT);
  const other = signed.outcome === 'signed_in' ? signed.secret : '';
  const change = (secret: string, password: string) => changeOperatorPassword(deps)(secret, password, CLIENT);
  await expect(change(session, `my ${BOB}`)).rejects.toMatchObject({ issues: [{ symbol: 'invalid' }] });
  expect(await change(session, 'another walk by the sea')).toBe(true);
  expect(await continueOperatorSession(deps)(other)).toBeUndefined();
  expect(await signInWithPassword(deps)({ email: BOB, password: PASSWORD }, CLIENT)).toEqual({ outcome: 'refused' });
  clock.at += 5 * MINUTE;
  expect(await change(session, 'a third walk by the sea')).toBe(false);
});

test('the only way to sign in is not removed', async () => {
  const { deps, sandbox, hire, opened, whoIs } = await openOffice();
  const session = await hire(BOB, sandbox, 'support');
  const device = softAuthenticator({ origin: 'https://console.example.com' });
  const response = device.register((await offerPasskey(deps)({ session })) ?? {});
  await registerPasskey(deps)(session, { response, name: 'Phone' }, CLIENT);
  const { operator } = await whoIs(session);
  await opened.operators.save({ ...operator, password: null });
  const remove = () => removePasskey(deps)(session, device.id, CLIENT);
  await expect(remove()).rejects.toMatchObject({ symbol: 'precondition_failed' });
  await opened.operators.save(operator);
  expect(await remove()).toBe(true);
  await expect(remove()).rejects.toMatchObject({ symbol: 'not_found' });
});

test('the list has the operators of the sites it is asked for, without secrets', async () => {
  const { deps, sandbox, live, hire, commandLine, clock } = await openOffice();
  await hire(OWNER, sandbox, 'owner');
  await inviteOperator(deps)(commandLine, { email: BOB, site: sandbox, role: 'support' });
  await inviteOperator(deps)(commandLine, { email: BOB, site: live, role: 'analyst' });
  const list = async () => listOperators(deps)([sandbox]);
  expect(await list()).toMatchObject([
    { email: BOB, state: 'invited', roles: [{ subdomain: 'acme', role: 'support' }], sessions: 0, used_at_ms: null },
    { email: OWNER, state: 'active', roles: [{ subdomain: 'acme', role: 'owner' }], sessions: 1, has_password: true },
  ]);
  expect(JSON.stringify(await list())).not.toContain('argon2id');
  expect((await listOperators(deps)([live])).map(({ email }) => email)).toEqual([BOB]);
  expect(await listOperators(deps)([], { all: true })).toHaveLength(2);
  clock.at += 73 * 60 * MINUTE;
  expect((await list()).map(({ state }) => state)).toEqual(['expired', 'active']);
});
