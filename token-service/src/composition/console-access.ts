import type { GroupRole } from '@service/billing/domain/operators/group-roles.ts';
import type { ProofDeps } from '@service/billing/engine/operators/check-proof.ts';
import type { DemoDeps } from '@service/billing/engine/operators/operator-deps.ts';
import type { OpenIdProvider } from '@service/billing/ports/open-id.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import { openSessions } from '@service/billing/queries/access/operators.ts';
import { acceptInvitation } from '@service/billing/usecases/operators/accept-invitation.ts';
import { changeOperatorPassword } from '@service/billing/usecases/operators/change-operator-password.ts';
import { closeOperatorSession } from '@service/billing/usecases/operators/close-operator-session.ts';
import { continueOperatorSession } from '@service/billing/usecases/operators/continue-operator-session.ts';
import { enrolAuthenticator } from '@service/billing/usecases/operators/enrol-authenticator.ts';
import { offerAuthenticator } from '@service/billing/usecases/operators/offer-authenticator.ts';
import { offerPasskey } from '@service/billing/usecases/operators/offer-passkey.ts';
import { offerPasskeyProof } from '@service/billing/usecases/operators/offer-passkey-proof.ts';
import { offerPasskeySignIn } from '@service/billing/usecases/operators/offer-passkey-sign-in.ts';
import { proveAgain } from '@service/billing/usecases/operators/prove-again.ts';
import { readInvitation } from '@service/billing/usecases/operators/read-invitation.ts';
import { registerPasskey } from '@service/billing/usecases/operators/register-passkey.ts';
import { removePasskey } from '@service/billing/usecases/operators/remove-passkey.ts';
import { signInDemoOwner } from '@service/billing/usecases/operators/sign-in-demo-owner.ts';
import { signInWithOpenId } from '@service/billing/usecases/operators/sign-in-with-open-id.ts';
import { signInWithPasskey } from '@service/billing/usecases/operators/sign-in-with-passkey.ts';
import { signInWithPassword } from '@service/billing/usecases/operators/sign-in-with-password.ts';
import type { ConsoleAccess, OpenIdAccess } from '../pages/console/sign-in/access.ts';

interface AccessDeps extends ProofDeps, DemoDeps {
  readonly sites: Pick<SiteRecords, 'all'>;
  /** Signs in operators in place of passwords and passkeys, with the roles of its groups; null: there is none. */
  readonly provider: { readonly openId: OpenIdProvider; readonly groupRoles: readonly GroupRole[] } | null;
}

/** Returns what the console's pages of signing in ask for. */
export const consoleAccess = (deps: AccessDeps): ConsoleAccess => {
  const { operators, sites, provider } = deps;
  const hasDemo = async (): Promise<boolean> => (await deps.demoSite()) !== undefined;
  const sessionsOf = openSessions(deps);
  return {
    // The first person whose groups give a role becomes the first operator.
    isOpen: async () => provider !== null || (await hasDemo()) || operators.exists(),
    hasProduction: async () => (await sites.all()).some(({ mode }) => mode === 'production'),
    openId: provider ? openIdAccess(deps, provider) : undefined,
    hasDemo,
    signInDemoOwner: signInDemoOwner(deps),
    signInWithPassword: signInWithPassword(deps),
    offerPasskeySignIn: offerPasskeySignIn(deps),
    signInWithPasskey: signInWithPasskey(deps),
    continueSession: continueOperatorSession(deps),
    closeSession: closeOperatorSession(deps),
    proveAgain: proveAgain(deps),
    offerPasskeyProof: offerPasskeyProof(deps),
    offerAuthenticator: offerAuthenticator(deps),
    enrolAuthenticator: enrolAuthenticator(deps),
    offerPasskey: offerPasskey(deps),
    registerPasskey: registerPasskey(deps),
    removePasskey: removePasskey(deps),
    changePassword: changeOperatorPassword(deps),
    readInvitation: readInvitation(deps),
    acceptInvitation: acceptInvitation(deps),
    passkeysOf: ({ id }) => operators.passkeys(id),
    sessionsOf: ({ id }) => sessionsOf(id),
    async endSession({ id }, hash) {
      if ((await operators.sessions(id)).some((session) => session.hash === hash)) await operators.removeSession(hash);
    },
  };
};

const openIdAccess = (deps: AccessDeps, { openId, groupRoles }: NonNullable<AccessDeps['provider']>): OpenIdAccess => {
  const signIn = signInWithOpenId({ ...deps, groupRoles });
  return {
    begin: openId.begin,
    async finish(url, held, client, before) {
      const identity = await openId.finish(url, held);
      return identity && signIn(identity, client, before);
    },
  };
};
