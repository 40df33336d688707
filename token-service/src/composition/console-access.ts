import type { ProofDeps } from '@service/billing/engine/operators/check-proof.ts';
import type { DemoDeps } from '@service/billing/engine/operators/operator-deps.ts';
import { openSessions } from '@service/billing/queries/operators.ts';
import { acceptInvitation } from '@service/billing/usecases/operators/accept-invitation.ts';
import { changeOperatorPassword } from '@service/billing/usecases/operators/change-operator-password.ts';
import { closeOperatorSession } from '@service/billing/usecases/operators/close-operator-session.ts';
import { continueOperatorSession } from '@service/billing/usecases/operators/continue-operator-session.ts';
import { enrolAuthenticator, offerAuthenticator } from '@service/billing/usecases/operators/enrol-authenticator.ts';
import { offerPasskeyProof, proveAgain } from '@service/billing/usecases/operators/prove-again.ts';
import { readInvitation } from '@service/billing/usecases/operators/read-invitation.ts';
import { offerPasskey, registerPasskey } from '@service/billing/usecases/operators/register-passkey.ts';
import { removePasskey } from '@service/billing/usecases/operators/remove-passkey.ts';
import { signInDemoOwner } from '@service/billing/usecases/operators/sign-in-demo-owner.ts';
import { offerPasskeySignIn, signInWithPasskey } from '@service/billing/usecases/operators/sign-in-with-passkey.ts';
import { signInWithPassword } from '@service/billing/usecases/operators/sign-in-with-password.ts';
import type { ConsoleAccess } from '../pages/console/sign-in/access.ts';

/** Returns what the console's pages of signing in ask for. */
export const consoleAccess = (deps: ProofDeps & DemoDeps): ConsoleAccess => {
  const { operators } = deps;
  const hasDemo = async (): Promise<boolean> => (await deps.demoSite()) !== undefined;
  const sessionsOf = openSessions(deps);
  return {
    isOpen: async () => (await hasDemo()) || operators.exists(),
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
