import { intentsOf } from '@service/billing/engine/due/intent-kinds.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { MethodReader } from '@service/billing/ports/vault.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import { openSiteGateways } from '../composition/open-gateways.ts';
import type { Toolbox } from './command.ts';

/** A command has no cards: it moves money by references only. */
const NO_VAULT: MethodReader = {
  async read() {
    throw new Error('The command line has no vault.');
  },
  readCode() {
    throw new Error('The command line has no vault.');
  },
};

/** Returns the dependencies of use cases that ask gateways and record what they say. */
export const withGateways = ({ opened, world, config, say }: Toolbox) => {
  const gateways = openSiteGateways({
    config,
    opened,
    world,
    vault: NO_VAULT,
    random: pooledRandomness(),
    log: { error: (found, message) => say(`${message}: ${JSON.stringify(found)}`) },
  });
  const deps = { storage: withEvents(opened.storage, world), gateways, world };
  return { ...deps, intents: intentsOf(deps) };
};
