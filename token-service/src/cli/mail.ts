import { writeFile } from 'node:fs/promises';
import {
  dateOf,
  MESSAGE_STATUSES,
  type MessageStatus,
  type OutboxMessage,
} from '@service/billing/domain/outbox/message.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import type { ComposedMail } from '@service/billing/ports/mail.ts';
import { countMessages, listMessages } from '@service/billing/queries/messages/mail.ts';
import { MAIL_KINDS } from '@service/billing/resources/mail-kind.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { previewMessage } from '@service/billing/usecases/mail/preview-message.ts';
import { retryMessage } from '@service/billing/usecases/mail/retry-message.ts';
import { sendAccountLink } from '@service/billing/usecases/mail/send-account-link.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { consoleOrigin } from '../composition/console-address.ts';
import { previewer } from '../composition/open-mail.ts';
import { localOrigin } from '../composition/origins.ts';
import { command, type OptionValues, type Tool, type Toolbox, UsageError } from './command.ts';
import { askedPage, pageOptions, pageText, readRows } from './cut-list.ts';
import { inColumns, isoMillisOrNull, shortTime } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

export const mailTool: Tool = {
  ...topic('mail'),
  notes: `Without SMTP_URL a sandbox site keeps its mail, and that of a production site waits for three days. Links of
production accounts sign the reader in, so show hides them, and codes of gift cards. The links that show prints begin
with PUBLIC_URL, or without it with http://localhost and PORT.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists messages, newest first.',
      example: 'demo --status bounced',
      options: {
        status: { value: '<status>', help: `Only messages in a status: ${MESSAGE_STATUSES.join(', ')}.` },
        account: { value: '<code>', help: 'Only messages about an account.' },
        ...pageOptions,
      },
      prints: 'page',
      members: [
        ...(['id', 'date', 'kind', 'recipient', 'is_copy', 'status', 'attempts'] as const),
        ...(['next_attempt_at', 'error'] as const),
      ],
      async run(toolbox, [subdomain = ''], given) {
        const page = askedPage(given);
        const site = await needSite(toolbox.sites, subdomain);
        const status = readStatus(given);
        const account_code = typeof given.account === 'string' ? given.account : undefined;
        const named = { ...(status ? { status } : {}), account_code };
        const shown = await readRows(page, {
          read: (ids, limit) => listMessages(toolbox)({ site }, { ...named, ...ids }, limit),
          count: (ids) => countMessages(toolbox)({ site }, { ...named, ...ids }),
          shown: (message) => [row(site, message), json(site, message)],
        });
        const list = shown.rows.length === 0 ? 'There is no such mail.' : pageText(HEADINGS, shown);
        return { text: [noServer(toolbox, site), list].filter(Boolean).join('\n\n'), json: shown.json };
      },
    }),
    show: command({
      takes: ['subdomain', 'id'],
      does: 'Prints a message as text.',
      example: 'demo 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0 --html receipt.html',
      options: { html: { value: '<file>', help: 'Also writes the message as HTML to a file.' } },
      members: ['id', 'date', 'from', 'to', 'is_copy', 'subject', 'status', 'error', 'text'],
      async run(toolbox, [subdomain = '', id = ''], given) {
        const site = await needSite(toolbox.sites, subdomain);
        const { message, mail } = await composed(toolbox, site, id);
        if (typeof given.html === 'string') await writeFile(given.html, mail.html, { mode: 0o600 });
        const { is_copy, status, error } = message;
        return {
          text: `${inColumns(headers(site, message, mail))}\n\n${mail.text}`,
          json: {
            ...{ id, date: isoTime(dateOf(site, message)), from: mail.from.address, to: mail.to, is_copy },
            ...{ subject: mail.subject, status, error, text: mail.text },
          },
        };
      },
    }),
    retry: command({
      takes: ['subdomain', 'id'],
      does: 'Sends a message again that bounced, failed or was kept.',
      example: 'demo 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
      members: ['id', 'recipient'],
      async run(toolbox, [subdomain = '', id = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        const { recipient } = await retryMessage(toolbox)(callerOn(toolbox.world, toolbox.operator, site), id);
        return { text: `The message to ${recipient} is queued again.`, json: { id, recipient } };
      },
    }),
    link: command({
      takes: ['subdomain', 'account code'],
      does: 'Sends the customer a link to the account pages.',
      example: 'demo customer-1',
      members: ['account_code', 'recipient'],
      async run(toolbox, [subdomain = '', account_code = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        const caller = callerOn(toolbox.world, toolbox.operator, site);
        const recipient = await sendAccountLink(toolbox)(caller, account_code);
        return {
          text: `A link to the account pages is queued for ${recipient}.`,
          json: { account_code, recipient },
        };
      },
    }),
    kinds: command({
      takes: [],
      does: 'Lists the kinds of mail, for npm run site -- change <site> --mail-off.',
      example: '',
      database: 'unused',
      prints: 'array',
      members: ['kind'],
      run: async () => ({ text: MAIL_KINDS.join('\n'), json: MAIL_KINDS.map((kind) => ({ kind })) }),
    }),
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

const row = (site: Site, message: OutboxMessage): string[] => {
  const { id, kind, recipient, status, attempts, error } = message;
  return [shortTime(dateOf(site, message) * 1000), id, kind, recipient, status, String(attempts), error ?? '-'];
};

const json = (site: Site, message: OutboxMessage) => {
  const { id, kind, recipient, is_copy, status, attempts, error, next_attempt_at_ms } = message;
  const [date, next_attempt_at] = [isoTime(dateOf(site, message)), isoMillisOrNull(next_attempt_at_ms)];
  return { id, date, kind, recipient, is_copy, status, attempts, next_attempt_at, error };
};

const headers = (site: Site, message: OutboxMessage, mail: ComposedMail): string[][] => [
  ['Date', shortTime(dateOf(site, message) * 1000)],
  ['From', `${mail.from.name} <${mail.from.address}>`],
  ['To', message.is_copy ? `${mail.to} (copy)` : mail.to],
  ['Subject', mail.subject],
  ['Status', message.error ? `${message.status}: ${message.error}` : message.status],
];

/** Returns a message as it would be sent now. Throws `not_found`, also where a record that it is about is gone. */
const composed = async (toolbox: Toolbox, site: Site, id: string) => {
  const { config } = toolbox;
  const origin = config.publicUrl ?? localOrigin(config);
  const preview = previewer(origin, consoleOrigin(config), { sandboxSignsIn: true });
  const { message, mail } = await previewMessage({ ...toolbox, preview })({ site }, id);
  if (!mail) throw new Failure('not_found', {}, 'What this message is about is gone.');
  return { message, mail };
};

if (import.meta.main) await main(mailTool);
