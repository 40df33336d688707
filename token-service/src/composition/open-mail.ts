import type { ComposeMail } from '@service/billing/ports/mail.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { type MailWork, sendMail } from '@service/billing/usecases/mail/send-mail.ts';
import type { Logger } from 'pino';
import { smtpTransport } from '../adapters/mail/smtp-transport.ts';
import type { Config } from '../config.ts';
import type { InvoicePrinter } from '../documents/invoice-pdf/invoice-printer.ts';
import { composeMail } from '../documents/mail/compose-mail.ts';
import type { HealthPart } from '../http/health.ts';
import type { WorkerLines } from '../worker/worker.ts';

export interface MailDeps {
  readonly config: Pick<Config, 'smtpUrl' | 'supportEmail'>;
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'all'>;
  readonly world: World;
  readonly compose: ComposeMail;
  readonly log: Pick<Logger, 'warn'>;
}

export const MAIL_LINES: WorkerLines = {
  succeeded: 'handled mail',
  failed: 'mail could not be sent: npm run mail -- list',
  unreadable: 'the worker could not read the outbox',
  readable: 'the worker reads the outbox again',
};

/** The API origin of a service that only this machine reaches. */
export const localOrigin = ({ port }: Pick<Config, 'port'>): string => `http://localhost:${port}`;

/** Composes mail whose links lead to `origin`, the address of the API origin as customers see it. */
export const composer = ({
  printer,
  sites,
  origin,
}: {
  readonly printer: Pick<InvoicePrinter, 'print'>;
  readonly sites: Pick<SiteRecords, 'logo'>;
  readonly origin: string;
}): ComposeMail =>
  composeMail({
    origin,
    logo: (site) => sites.logo(site),
    print: (site, parts, acceptLanguage) =>
      printer.print({ site, actor: 'mail' }, async () => ({ ...parts, originals: [], site, acceptLanguage })),
  });

const productionSites = async (sites: Pick<SiteRecords, 'all'>): Promise<Site[]> =>
  (await sites.all()).filter(({ mode }) => mode === 'production');

/**
 * Returns the check of `/health` in a process that sends mail: mail of production sites waits without a mail server.
 */
export const mailParts = ({
  config: { serve, smtpUrl },
  sites,
}: {
  readonly config: Pick<Config, 'serve' | 'smtpUrl'>;
  readonly sites: MailDeps['sites'];
}): HealthPart[] => {
  if ((serve !== 'all' && serve !== 'worker') || smtpUrl !== null) return [];
  const works = async (): Promise<void> => {
    if ((await productionSites(sites)).length > 0) throw new Error('There is no mail server.');
  };
  return [{ names: ['mail'], works }];
};

/** Opens what sends mail. Warns when production sites have mail and no server to send it through. */
export const openMail = async ({
  config,
  storage,
  sites,
  world,
  compose,
  log,
}: MailDeps): Promise<{ readonly work: MailWork; readonly close: () => void }> => {
  const transport = config.smtpUrl === null ? undefined : smtpTransport(config.smtpUrl);
  const production = transport ? [] : await productionSites(sites);
  if (production.length > 0) {
    log.warn(
      { sites: production.map(({ subdomain }) => subdomain) },
      'mail of production sites is not sent: set SMTP_URL=smtp://user:password@host:port',
    );
  }
  return {
    work: sendMail({ storage, world, compose, transport, support: config.supportEmail }),
    close: () => transport?.close(),
  };
};
