import { actorOf } from '@service/billing/domain/operators/operator.ts';
import type { Role } from '@service/billing/domain/operators/permissions.ts';
import type { SignedInOperator } from '@service/billing/engine/operators/operator-deps.ts';
import type { OperatorEditor } from '@service/billing/engine/operators/reach.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { acceptInvitation } from '@service/billing/usecases/operators/accept-invitation.ts';
import { continueOperatorSession } from '@service/billing/usecases/operators/continue-operator-session.ts';
import { inviteOperator } from '@service/billing/usecases/operators/invite-operator.ts';
import { type TOTP, URI } from 'otpauth';
import { demoSite } from '../../seed/demo.ts';
import { memoryAttempts } from '../../src/adapters/attempts/memory-attempts.ts';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openOperators } from '../../src/composition/open-operators.ts';
import { openWorld } from '../../src/runtime/world.ts';

export const PASSWORD = 'a long walk by the sea';
export const CLIENT = { address: '192.0.2.7', user_agent: 'Firefox', correlation: 'request-1' };
export const MINUTE = 60_000;
const COMMAND_LINE: OperatorEditor = { actor: 'command line:ada', correlation: 'c', standing: 'command line' };

/** A deployment with two sandbox sites and one in production, at noon, with the proofs of operators as in service. */
export const openOffice = async ({
  secretsKey = Buffer.alloc(32, 7),
}: {
  readonly secretsKey?: Buffer | null;
} = {}) => {
  const clock = { at: Date.parse('2026-11-26T12:00:00Z') };
  const now = () => clock.at;
  const world = openWorld({ now, elapsed: now });
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  const demo = demoSite(world.ids.uuid());
  const sandbox: Site = { ...demo, id: world.ids.uuid(), subdomain: 'acme' };
  const live: Site = { ...demo, id: world.ids.uuid(), subdomain: 'live', mode: 'production' };
  for (const site of [demo, sandbox, live]) await opened.sites.add(site);
  const parts = { world, opened, attempts: memoryAttempts(world.clock), random: pooledRandomness() };
  const deps = openOperators({
    ...parts,
    config: { secretsKey, previousSecretsKey: null, consoleOpenId: null },
    fingerprint: (...names) => names.join('/'),
    origin: 'https://console.example.com',
    acceptsDemoKeys: true,
  });
  return {
    ...{ clock, world, opened, deps, demo, sandbox, live, commandLine: COMMAND_LINE },
    /** Invites from the command line; the link is accepted with `PASSWORD`. Returns the session's secret. */
    async hire(email: string, site: Site, role: Role): Promise<string> {
      const { secret } = await inviteOperator(deps)(COMMAND_LINE, { email, site, role });
      const opening = await acceptInvitation(deps)(secret ?? '', { kind: 'password', password: PASSWORD }, CLIENT);
      if (!opening) throw new Error('The link was not accepted.');
      return opening.secret;
    },
    async whoIs(secret: string): Promise<SignedInOperator> {
      const found = await continueOperatorSession(deps)(secret);
      if (!found) throw new Error('The session has ended.');
      return found;
    },
    editor: ({ operator, sites }: SignedInOperator): OperatorEditor => ({
      actor: actorOf(operator),
      correlation: 'c',
      standing: { sites, read_only: operator.read_only },
    }),
    /** Actions in the audit log of a site, oldest first, with their actor. */
    async audit(site: Site): Promise<string[]> {
      const entries = await opened.storage.of(site.id).auditLog.list({}, 100);
      return entries.map(({ actor, action, subject }) => `${actor} ${action} ${subject}`).reverse();
    },
  };
};

/** Returns an authenticator app that has read an address. */
export const appOf = (uri: string) => {
  const totp = URI.parse(uri) as TOTP;
  return (at: number): string => totp.generate({ timestamp: at });
};
