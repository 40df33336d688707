import { withoutEvents } from '@service/billing/engine/recording/events/without-events.ts';
import type { Attempts } from '@service/billing/ports/attempts.ts';
import type { Vault } from '@service/billing/ports/vault.ts';
import { openTaxRates } from '../adapters/tax/rates-file.ts';
import { tableTaxProvider } from '../adapters/tax/table-provider.ts';
import type { Toolbox } from './command.ts';
import { withGateways } from './with-gateways.ts';

const never = (): never => {
  throw new Error('An import has no card numbers, and asks no bank.');
};

/** An import names methods by the tokens of gateways. */
const NO_CARDS: Vault = { hold: never, present: never, presentCode: never };
const NO_ATTEMPTS: Attempts = { reserve: never, reached: never };

/** Returns the dependencies of an import, which tells neither webhooks nor customers of what it records. */
export const importDeps = async (toolbox: Toolbox) => {
  const { opened, world, config, digest } = toolbox;
  return {
    ...withGateways(toolbox),
    storage: withoutEvents(opened.storage, world),
    vault: NO_CARDS,
    attempts: NO_ATTEMPTS,
    tax: tableTaxProvider(await openTaxRates(config.taxRatesFile)),
    digest,
  };
};
