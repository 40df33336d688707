import type { SendOutcome } from '@service/billing/ports/mail.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { NewNetwork } from '@service/billing/usecases/operators/new-network.ts';
import { smtpTransport } from '../adapters/mail/smtp-transport.ts';
import type { Config } from '../config.ts';
import { composeNewNetwork } from '../documents/mail/compose-new-network.ts';
import { consoleOrigin } from './console-address.ts';

/** Returns what mails an operator at once that they signed in from a new network; undefined without `SMTP_URL`. */
export const openNewNetworkMail = (
  config: Pick<Config, 'smtpUrl' | 'consoleUrl' | 'consolePort'>,
  { clock, ids }: Pick<World, 'clock' | 'ids'>,
): ((network: NewNetwork) => Promise<SendOutcome>) | undefined => {
  const { smtpUrl } = config;
  if (smtpUrl === null) return undefined;
  return async (network) => {
    const transport = smtpTransport(smtpUrl);
    try {
      const sessions = `${consoleOrigin(config)}/profile`;
      return await transport.send(composeNewNetwork({ ...network, id: ids.uuid(), at_ms: clock.now(), sessions }));
    } finally {
      transport.close();
    }
  };
};
