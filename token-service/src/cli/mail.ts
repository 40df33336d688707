import { writeFile } from 'node:fs/promises';
import {
  dateOf,
  MESSAGE_STATUSES,
  type MessageStatus,
  type OutboxMessage,
} from '@service/billing/domain/outbox/message.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import type { ComposedMail } from '@service/billing/ports/mail.ts';
import { countMessages, findMailContent, findMessage, listMessages } from '@service/billing/queries/mail.ts';
import { MAIL_KINDS } from '@service/billing/resources/mail-kind.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { retryMessage } from '@service/billing/usecases/mail/retry-message.ts';
import { sendAccountLink } from '@service/billing/usecases/mail/send-account-link.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { localOrigin } from '../composition/open-mail.ts';
import { composeMail } from '../documents/mail/compose-mail.ts';
import { allOption, LISTED, limitOf, readRows, withRest } from './cut-list.ts';
import { inColumns, shortTime } from './layout.ts';
import { main, type OptionValues, type Tool, type Toolbox, UsageError } from './tool.ts';

const HELP = `Mail to customers and to the technical contact: what was sent, what is waiting, what bounced.

  npm run mail -- list <subdomain> [--status bounced] [--account code] [--all]
  npm run mail -- show <subdomain> <id> [--html file]   as text; --html also writes the other form to a file
  npm run mail -- retry <subdomain> <id>                sends a message again that bounced, failed or was kept
  npm run mail -- link <subdomain> <account code>       sends the customer a link to the account pages
  npm run mail -- kinds                                 what there is, for npm run site -- change <site> --mail-off

The list shows the newest ${LISTED}, with --all every message. Status: ${MESSAGE_STATUSES.join(', ')}.
Without SMTP_URL a sandbox site keeps its mail, and that of a production site waits for three days.
The link of a production account signs the reader in, so show leaves it out.

Examples:

  npm run mail -- list demo
  npm run mail -- show demo 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0 --html receipt.html

DATA_DIR and DATABASE_URL say where the data is, as for npm start. The links that show prints begin with PUBLIC_URL, or
without it with http://localhost and PORT. The exit status is 0 when it is done, 1 when it was refused (nothing has
changed), 2 when the command could not be understood.`;

export const mailTool: Tool = {
  name: 'npm run mail --',
  help: HELP,
  commands: {
    list: {
      takes: ['subdomain'],
      options: { status: { type: 'string' }, account: { type: 'string' }, ...allOption },
      async run(toolbox, [subdomain = ''], given) {
        const site = await needSite(toolbox.sites, subdomain);
        const status = readStatus(given);
        const account_code = typeof given.account === 'string' ? given.account : undefined;
        const named = { ...(status ? { status } : {}), account_code };
        const list = listMessages(toolbox);
        const read = (before: string | undefined, limit: number) => list({ site }, { ...named, before }, limit);
        const rows = await readRows(limitOf(given), read, row(site));
        const lacking = noServer(toolbox, site);
        if (rows.length === 0) return [lacking, 'There is no such mail.'].filter(Boolean).join('\n\n');
        const total = await countMessages(toolbox)({ site }, named);
        const text = withRest(inColumns([HEADINGS, ...rows]), { total, shown: rows.length });
        return [lacking, text].filter(Boolean).join('\n\n');
      },
    },
    show: {
      takes: ['subdomain', 'id'],
      options: { html: { type: 'string' } },
      async run(toolbox, [subdomain = '', id = ''], given) {
        const site = await needSite(toolbox.sites, subdomain);
        const message = await findMessage(toolbox)({ site }, id);
        const mail = await composed(toolbox, site, message);
        if (typeof given.html === 'string') await writeFile(given.html, mail.html, { mode: 0o600 });
        return `${inColumns(headers(site, message, mail))}\n\n${mail.text}`;
      },
    },
    retry: {
      takes: ['subdomain', 'id'],
      async run(toolbox, [subdomain = '', id = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        const { recipient } = await retryMessage(toolbox)(callerOn(toolbox.world, toolbox.operator, site), id);
        return `The message to ${recipient} is queued again.`;
      },
    },
    link: {
      takes: ['subdomain', 'account code'],
      async run(toolbox, [subdomain = '', code = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        const recipient = await sendAccountLink(toolbox)(callerOn(toolbox.world, toolbox.operator, site), code);
        return `A link to the account pages is queued for ${recipient}.`;
      },
    },
    kinds: { takes: [], database: 'unused', run: async () => MAIL_KINDS.join('\n') },
  },
};

const readStatus = ({ status }: OptionValues): MessageStatus | undefined => {
  if (status === undefined) return undefined;
  const known = MESSAGE_STATUSES.find((one) => one === status);
  if (!known) throw new UsageError(`--status takes ${MESSAGE_STATUSES.join(', ')}, not “${status}”.`);
  return known;
};

const noServer = ({ config }: Toolbox, { mode }: Site): string | undefined => {
  if (config.smtpUrl !== null) return undefined;
  return mode === 'sandbox'
    ? 'SMTP_URL is not set here: this sandbox keeps its mail, to be read with show.'
    : 'SMTP_URL is not set here. If it is not set for the worker either, mail waits for three days and is then given up.';
};

const HEADINGS = ['queued', 'id', 'kind', 'to', 'status', 'attempts', 'error'];

const row =
  (site: Site) =>
  (message: OutboxMessage): string[] => {
    const { id, kind, recipient, status, attempts, error } = message;
    return [shortTime(dateOf(site, message) * 1000), id, kind, recipient, status, String(attempts), error ?? '-'];
  };

const headers = (site: Site, message: OutboxMessage, mail: ComposedMail): string[][] => [
  ['Date', shortTime(dateOf(site, message) * 1000)],
  ['From', `${mail.from.name} <${mail.from.address}>`],
  ['To', message.is_copy ? `${mail.to} (copy)` : mail.to],
  ['Subject', mail.subject],
  ['Status', message.error ? `${message.status}: ${message.error}` : message.status],
];

/** The message as it would be sent now, without its attachment. */
const composed = async (toolbox: Toolbox, site: Site, message: OutboxMessage): Promise<ComposedMail> => {
  const content = await findMailContent(toolbox)(site, message);
  if (!content) throw new Failure('not_found', {}, 'What this message is about is gone.');
  const origin = toolbox.config.publicUrl ?? localOrigin(toolbox.config);
  const hidden = site.mode === 'production' ? { link: () => '…' } : {};
  return composeMail({
    origin,
    logo: async () => undefined,
    print: async () => new Uint8Array(),
    ...hidden,
  })(content, { attachments: false });
};

if (import.meta.main) await main(mailTool);
