import type { DemoDeps, OperatorClient, OperatorDeps } from '@service/billing/engine/operators/operator-deps.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { type NewNetwork, signInFromNewNetwork } from '@service/billing/usecases/operators/new-network.ts';
import type { Logger } from 'pino';
import type { ConsoleAccess } from '../pages/console/sign-in/access.ts';
import { networkOf } from '../runtime/network-address.ts';

interface WatchDeps extends OperatorDeps, DemoDeps {
  readonly storage: Pick<Storage, 'of'>;
  /** Tells an operator of a sign-in from a network that they did not use before; undefined without a mail server. */
  readonly mailNewNetwork: ((network: NewNetwork) => Promise<unknown>) | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

/** Returns the access with its ways to sign in watched. A sign-in does not wait until the operator was network. */
export const watchNetworks = (deps: WatchDeps, access: ConsoleAccess): ConsoleAccess => {
  const { mailNewNetwork, log } = deps;
  if (!mailNewNetwork) return access;
  const newNetwork = signInFromNewNetwork({ ...deps, networkOf });
  const look = async (secret: string, client: OperatorClient): Promise<void> => {
    const network = await newNetwork(secret, client);
    if (network) await mailNewNetwork(network);
  };
  const signedIn = (secret: string, client: OperatorClient): void =>
    void look(secret, client).catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'an operator could not be sent mail about a sign-in from a new network'),
    );
  const { openId } = access;
  return {
    ...access,
    async signInWithPassword(typed, client) {
      const outcome = await access.signInWithPassword(typed, client);
      if (outcome.outcome === 'signed_in') signedIn(outcome.secret, client);
      return outcome;
    },
    async signInWithPasskey(response, client) {
      const outcome = await access.signInWithPasskey(response, client);
      if (outcome.outcome === 'signed_in') signedIn(outcome.secret, client);
      return outcome;
    },
    async proveAgain(secret, proof, client) {
      const outcome = await access.proveAgain(secret, proof, client);
      if (outcome?.outcome === 'proved') signedIn(secret, client);
      return outcome;
    },
    async enrolAuthenticator(secret, typed, client) {
      const outcome = await access.enrolAuthenticator(secret, typed, client);
      if (outcome.outcome === 'enrolled') signedIn(secret, client);
      return outcome;
    },
    async registerPasskey(secret, made, client) {
      const outcome = await access.registerPasskey(secret, made, client);
      if (outcome === 'registered') signedIn(secret, client);
      return outcome;
    },
    async acceptInvitation(secret, chosen, client) {
      const opened = await access.acceptInvitation(secret, chosen, client);
      if (opened) signedIn(opened.secret, client);
      return opened;
    },
    openId: openId && {
      begin: openId.begin,
      async finish(url, held, client, before) {
        const outcome = await openId.finish(url, held, client, before);
        if (outcome?.outcome === 'signed_in') signedIn(outcome.secret, client);
        return outcome;
      },
    },
  };
};
