import { Counter, type Registry } from 'prom-client';
import type { TokenVault } from '../../adapters/vault/vault.ts';

/** Returns what counts tokens: created, presented by a server, or rejected when they are presented. */
export const countedTokens = (registry: Registry): ((vault: TokenVault) => TokenVault) => {
  const tokens = new Counter({
    name: 'billing_tokens_total',
    help: 'Tokens that were created, presented, and rejected because they are unknown, used, held or expired.',
    labelNames: ['result'],
    registers: [registry],
  });
  return (vault) => ({
    ...vault,
    async keep(...method) {
      const id = await vault.keep(...method);
      tokens.inc({ result: 'created' });
      return id;
    },
    async hold(...token) {
      let result = 'rejected';
      try {
        const presented = await vault.hold(...token);
        result = 'presented';
        return presented;
      } finally {
        tokens.inc({ result });
      }
    },
  });
};
