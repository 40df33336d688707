import { readGroupRoles } from '@service/billing/domain/operators/group-roles.ts';
import { isProofFresh } from '@service/billing/domain/operators/operator.ts';
import type { OpenIdIdentity } from '@service/billing/ports/open-id.ts';
import { continueOperatorSession } from '@service/billing/usecases/operators/continue-operator-session.ts';
import { disableOperator } from '@service/billing/usecases/operators/disable-operator.ts';
import { inviteOperator } from '@service/billing/usecases/operators/invite-operator.ts';
import { offerAuthenticator } from '@service/billing/usecases/operators/offer-authenticator.ts';
import { proveAgain } from '@service/billing/usecases/operators/prove-again.ts';
import { readInvitation } from '@service/billing/usecases/operators/read-invitation.ts';
import { signInWithOpenId } from '@service/billing/usecases/operators/sign-in-with-open-id.ts';
import { signInWithPassword } from '@service/billing/usecases/operators/sign-in-with-password.ts';
import { expect, test } from 'vitest';
import { CLIENT, MINUTE, openOffice, PASSWORD } from './office.ts';

const ADA = 'ada@example.com';

const openProvider = async () => {
  const office = await openOffice();
  const groupRoles = readGroupRoles('owners=owner,help=acme:support,help=live:support') ?? [];
  const deps = { ...office.deps, acceptsLocalProofs: false, sites: office.opened.sites, groupRoles };
  const signIn = (groups: readonly string[], email: string | undefined = ADA, before?: string) =>
    signInWithOpenId(deps)({ email, groups } satisfies OpenIdIdentity, CLIENT, before);
  const secretOf = (outcome: Awaited<ReturnType<typeof signIn>>) => {
    if (outcome.outcome !== 'signed_in') throw new Error(outcome.reason);
    return outcome.secret;
  };
  return { ...office, deps, signIn, secretOf };
};

test('groups become roles, with each sign-in anew', async () => {
  const { signIn, secretOf, whoIs, audit, sandbox } = await openProvider();
  const first = await whoIs(secretOf(await signIn(['help', 'other'])));
  const roles = first.sites.map(({ site, roles: own }) => `${site.subdomain}: ${own.join()}`);
  expect([roles, first.state]).toEqual([['acme: support', 'live: support'], 'open']);
  const second = await whoIs(secretOf(await signIn(['owners'], 'ADA@example.com')));
  expect(second.operator.id).toBe(first.operator.id);
  expect(second.sites.map(({ site, roles: own }) => `${site.subdomain}: ${own.join()}`)).toEqual([
    'acme: owner',
    'demo: owner',
    'live: owner',
  ]);
  expect(await audit(sandbox)).toEqual([
    `OpenID provider operator.role_added ${ADA}`,
    `operator:${ADA} operator.signed_in ${ADA}`,
    `OpenID provider operator.role_added ${ADA}`,
    `OpenID provider operator.role_removed ${ADA}`,
    `operator:${ADA} operator.signed_in ${ADA}`,
  ]);
});

test('the last owner stays one, and is refused once there is another', async () => {
  const { signIn, secretOf, whoIs } = await openProvider();
  await signIn(['owners']);
  expect((await whoIs(secretOf(await signIn([])))).sites).toHaveLength(3);
  await signIn(['owners'], 'bob@example.com');
  expect(await signIn([])).toEqual({ outcome: 'refused', reason: 'no_role' });
});

test('without a role, without an address, and when disabled a person is refused', async () => {
  const { signIn, deps, commandLine, opened } = await openProvider();
  expect(await signIn(['other'])).toEqual({ outcome: 'refused', reason: 'no_role' });
  for (const email of ['', 'ada']) expect(await signIn(['owners'], email)).toMatchObject({ reason: 'no_email' });
  expect(await opened.operators.all()).toEqual([]);
  await signIn(['help']);
  await disableOperator(deps)(commandLine, ADA);
  expect(await signIn(['owners'])).toEqual({ outcome: 'refused', reason: 'disabled' });
});

test('passwords, authenticators and links are not accepted, and signing in again is the proof', async () => {
  const { signIn, secretOf, deps, sandbox, hire, commandLine, whoIs, clock } = await openProvider();
  await hire('bob@example.com', sandbox, 'support');
  const password = { email: 'bob@example.com', password: PASSWORD };
  expect(await signInWithPassword(deps)(password, CLIENT)).toEqual({ outcome: 'refused' });
  const { secret } = await inviteOperator(deps)(commandLine, {
    email: 'eve@example.com',
    site: sandbox,
    role: 'admin',
  });
  expect(await readInvitation(deps)(secret ?? '')).toBeUndefined();
  const session = secretOf(await signIn(['help'], 'bob@example.com'));
  expect(await offerAuthenticator(deps)(session)).toBeUndefined();
  clock.at += 6 * MINUTE;
  expect(await proveAgain(deps)(session, { kind: 'password', password: PASSWORD }, CLIENT)).toEqual({
    outcome: 'refused',
  });
  const again = secretOf(await signIn(['help'], 'bob@example.com', session));
  expect(isProofFresh((await whoIs(again)).session, clock.at)).toBe(true);
  expect(await continueOperatorSession(deps)(session)).toBeUndefined();
});
