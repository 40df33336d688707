import { sentFormat } from '@service/billing/domain/e-invoices/formats.ts';
import { sendMessage } from '@service/billing/engine/mail/send-message.ts';
import type { ComposeMail, MailTransport } from '@service/billing/ports/mail.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findInvoiceDocument } from '@service/billing/queries/invoices/invoice-documents.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { type MailWork, sendMail } from '@service/billing/usecases/mail/send-mail.ts';
import { inTurns, type Turn } from '@service/billing/values/steps.ts';
import type { MonotonicClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { type SmtpTransport, smtpTransport } from '../adapters/mail/smtp-transport.ts';
import type { Config } from '../config.ts';
import { eInvoiceInSteps } from '../documents/e-invoices/write-e-invoice.ts';
import type { InvoicePrinter } from '../documents/invoice-pdf/invoice-printer.ts';
import { composeMail } from '../documents/mail/compose-mail.ts';
import type { HealthPart } from '../http/health-check.ts';
import { serves } from '../runtime/settings/process-part.ts';
import type { WorkerLines } from '../worker/worker.ts';
import { mailServerPart } from './health/mail-part.ts';
import type { Tracing } from './tracing/open-tracing.ts';

export interface MailDeps {
  readonly config: Pick<Config, 'supportEmail'>;
  readonly transport: MailTransport | undefined;
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'all'>;
  readonly world: World;
  readonly compose: ComposeMail;
  readonly tracing: Pick<Tracing, 'mail'>;
  readonly log: Pick<Logger, 'warn'>;
}

export const MAIL_LINES: WorkerLines = {
  succeeded: 'handled mail',
  failed: 'mail could not be sent: npm run mail -- list',
  unreadable: 'the worker could not read the outbox',
  readable: 'the worker reads the outbox again',
};

/** Composes mail whose links lead to `origin`, the address of the API origin as customers see it when mail is sent. */
export const composer =
  ({
    printer,
    sites,
    origin,
    consoleUrl,
    storage,
    turn,
  }: {
    readonly printer: Pick<InvoicePrinter, 'print'>;
    readonly sites: Pick<SiteRecords, 'logo'>;
    readonly origin: () => string;
    readonly consoleUrl: string;
    readonly storage: Pick<Storage, 'of'>;
    readonly turn: Turn;
  }): ComposeMail =>
  (...letter) =>
    composeMail({
      origin: origin(),
      consoleUrl,
      logo: (site) => sites.logo(site),
      async print(site, parts, account, acceptLanguage) {
        const document = await findInvoiceDocument({ storage })({ site }, parts, account);
        const { eInvoice } = document;
        const pdf = await printer.print({ site, actor: 'mail' }, async () => ({ ...document, acceptLanguage }));
        return eInvoice ? { pdf, xml: await inTurns(eInvoiceInSteps(eInvoice, sentFormat(eInvoice)), turn) } : { pdf };
      },
    })(...letter);

/** Stands in a text that others than its recipient read for what only the recipient may know. */
const HIDDEN = '(hidden)';

/**
 * Returns what composes mail to be read by others than its recipient, without what lets its reader act as the
 * recipient: links do not sign in, and gift cards have no code. `sandboxSignsIn`: the links of a sandbox work, for
 * those who have its keys anyway.
 */
export const previewer =
  (origin: string, consoleUrl: string, { sandboxSignsIn = false }: { readonly sandboxSignsIn?: boolean } = {}) =>
  ({ mode }: Site): ComposeMail => {
    const common = { origin, consoleUrl, logo: async () => undefined, print: async () => ({ pdf: new Uint8Array() }) };
    if (sandboxSignsIn && mode === 'sandbox') return composeMail(common);
    const compose = composeMail({ ...common, link: () => HIDDEN });
    return ({ giftCard, ...content }, how) =>
      compose({ ...content, giftCard: giftCard && { ...giftCard, redemption_code: HIDDEN } }, how);
  };

const productionSites = async (sites: Pick<SiteRecords, 'all'>): Promise<Site[]> =>
  (await sites.all()).filter(({ mode }) => mode === 'production');

/** Opens the connection to the mail server; undefined where this process sends no mail, or has no server for it. */
export const openTransport = (config: Pick<Config, 'serve' | 'smtpUrl' | 'readOnly'>): SmtpTransport | undefined =>
  sendsMail(config) && config.smtpUrl !== null ? smtpTransport(config.smtpUrl) : undefined;

const sendsMail = (config: Pick<Config, 'serve' | 'readOnly'>): boolean => !config.readOnly && serves(config, 'worker');

/**
 * Returns the check of `/health` in a process that sends mail: the server answers, or no production site needs one.
 */
export const mailParts = ({
  config,
  sites,
  transport,
  clock,
}: {
  readonly config: Pick<Config, 'serve' | 'readOnly'>;
  readonly sites: MailDeps['sites'];
  readonly transport: Pick<SmtpTransport, 'verify'> | undefined;
  readonly clock: MonotonicClock;
}): HealthPart[] => {
  if (!sendsMail(config)) return [];
  if (transport) return [mailServerPart({ verify: transport.verify, clock })];
  const reason = 'There are production sites and no SMTP_URL: their mail waits.';
  return [
    {
      names: ['mail'],
      look: async () => ((await productionSites(sites)).length > 0 ? [{ part: 'mail', reason }] : []),
    },
  ];
};

/** Opens what sends mail. Warns when production sites have mail and no server to send it through. */
export const openMail = async ({
  config,
  storage,
  sites,
  world,
  compose,
  transport,
  tracing,
  log,
}: MailDeps): Promise<MailWork> => {
  const production = transport ? [] : await productionSites(sites);
  if (production.length > 0) {
    log.warn(
      { sites: production.map(({ subdomain }) => subdomain) },
      'mail of production sites is not sent: set SMTP_URL=smtp://user:password@host:port',
    );
  }
  const deps = { storage, world, compose, transport, support: config.supportEmail };
  return sendMail(deps, tracing.mail(sendMessage(deps)));
};
