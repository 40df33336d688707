import { dateOf, type OutboxMessage } from '@service/billing/domain/outbox/message.ts';
import type { ComposedMail } from '@service/billing/ports/mail.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findMessage } from '@service/billing/queries/messages/mail.ts';
import { type PreviewDeps, previewMessage } from '@service/billing/usecases/mail/preview-message.ts';
import { retryMessage } from '@service/billing/usecases/mail/retry-message.ts';
import { sendMessageAgain } from '@service/billing/usecases/mail/send-again.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { exactMomentOf, factList, personalText, shortId, systemMomentOf } from '../../parts/figures.ts';
import { actionLink, formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { type ConsoleRoute, formPage, readingPage } from '../../route.ts';
import { type ConsolePage, type ConsoleVisit, consoleVisitOf, may, withPermission } from '../../visit.ts';
import { type MailListDeps, mailTitle } from './mail-list.ts';

export interface MailMessageDeps extends PreviewDeps, MailListDeps {
  readonly storage: MailListDeps['storage'];
  readonly world: World;
}

/** Mail is shown in a document of its own, which runs nothing, loads nothing and reaches no page of the console. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

const mailPath = (id: string, action = ''): string => `/mail/${id}${action && `/${action}`}`;

/** One message: its text as its reader gets it, what became of it, and how it is sent again. */
export const mailMessage = (deps: MailMessageDeps): readonly ConsoleRoute[] => {
  const preview = previewMessage(deps);
  const find = findMessage(deps);
  const again = withPermission('mail.send', sendMessageAgain(deps));
  const retry = withPermission('mail.send', retryMessage(deps));
  const idOf = (ctx: ConsolePage): string => ctx.params.id ?? '';

  return [
    readingPage('/mail/:id', 'message', 'mail.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const { message, mail } = await preview(visit, idOf(ctx));
      showPage(
        ctx,
        {
          title: mail?.subject ?? mailTitle(message.kind),
          badge: stateBadge('mail', message.status),
          subtitle: mail && mailTitle(message.kind),
          back: { href: '/mail', label: 'Mail' },
          actions: may(visit, 'mail.send') ? messageActions(visit, message) : [],
        },
        [
          message.status === 'kept'
            ? html`<p class="trouble">The message was not sent: this site has no mail server, and keeps it.</p>`
            : html``,
          factsOf(visit, message, mail),
          contentOf(visit, message, mail),
        ],
      );
    }),
    readingPage('/mail/:id/html', 'message html', 'mail.read', async (ctx) => {
      const { mail } = await preview(consoleVisitOf(ctx), idOf(ctx));
      if (!mail) throw new Failure('not_found');
      ctx.set('Content-Security-Policy', MAIL_POLICY);
      ctx.type = 'html';
      ctx.body = mail.html;
    }),
    ...formPage({
      path: '/mail/:id/again',
      name: 'message again',
      permission: 'mail.send',
      async ask(ctx, visit, filled) {
        const message = await find(visit, idOf(ctx));
        const here = mailPath(message.id);
        return {
          title: `Send again: ${mailTitle(message.kind).toLowerCase()}`,
          back: { href: here, label: mailTitle(message.kind) },
          content: [
            html`${formTrouble(filled)}`,
            html`<p>A new message is written, with what it is about as it is now.${deps.hasMailServer || visit.site.mode === 'production' ? '' : ' This sandbox sends no mail: the message is kept, to be read here.'}</p>`,
            secretForm(visit, { action: `${visit.prefix}${mailPath(message.id, 'again')}` }, [
              message.recipient === 'support'
                ? html`<p>It goes to the operator of the service.</p>`
                : inputField(filled, {
                    name: 'recipient',
                    label: 'To',
                    value: message.recipient,
                    hint: 'Sent to another address than that of the account, it has no links that sign in. The address of the account stays as it is.',
                    attributes: { type: 'email', required: '' },
                  }),
              formButtons('Send', { back: `${visit.prefix}${here}` }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const { recipient } = await find(visit, idOf(ctx));
        const sent = await again(visit, idOf(ctx), recipient === 'support' ? undefined : (form.recipient ?? ''));
        return { to: mailPath(sent.id), notice: `A new message to ${sent.recipient} is queued.` };
      },
    }),
    ...formPage({
      path: '/mail/:id/retry',
      name: 'message retry',
      permission: 'mail.send',
      async ask(ctx, visit, filled) {
        const message = await find(visit, idOf(ctx));
        const here = mailPath(message.id);
        return {
          title: `Retry: ${mailTitle(message.kind).toLowerCase()}`,
          back: { href: here, label: mailTitle(message.kind) },
          content: [
            html`${formTrouble(filled)}`,
            html`<p>The message to ${message.recipient} is queued again, as if it had never been tried.</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${mailPath(message.id, 'retry')}` },
              formButtons('Retry', { back: `${visit.prefix}${here}` }),
            ),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const { id, recipient } = await retry(visit, idOf(ctx));
        return { to: mailPath(id), notice: `The message to ${recipient} is queued again.` };
      },
    }),
  ];
};

const RETRIED: readonly OutboxMessage['status'][] = ['bounced', 'failed', 'skipped'];

const messageActions = (visit: ConsoleVisit, { id, status }: OutboxMessage): readonly Markup[] => [
  ...(RETRIED.includes(status) ? [actionLink(visit, mailPath(id, 'retry'), 'Retry')] : []),
  actionLink(visit, mailPath(id, 'again'), 'Send again', { main: true }),
];

/** The label of the moment at which a message left the queue, by what became of it. */
const ENDS: Partial<Record<OutboxMessage['status'], string>> = {
  delivered: 'Accepted by the mail server',
  kept: 'Kept',
  bounced: 'Bounced',
  failed: 'Given up',
  skipped: 'Left out',
};

const factsOf = (visit: ConsoleVisit, message: OutboxMessage, mail: ComposedMail | undefined): Markup => {
  const { recipient, is_copy, attempts, error, next_attempt_at_ms, ended_at_ms, correlation, id } = message;
  return factList([
    { label: 'To', value: `${personalText(visit, recipient)}${is_copy ? ' (copy)' : ''}` },
    { label: 'From', value: mail && `${mail.from.name} <${mail.from.address}>` },
    { label: 'Written', value: exactMomentOf(visit, dateOf(visit.site, message)) },
    {
      label: ENDS[message.status] ?? 'Finished',
      value: ended_at_ms === null ? null : systemMomentOf(visit, ended_at_ms),
    },
    { label: 'Attempts', value: attempts },
    { label: 'Next attempt', value: next_attempt_at_ms === null ? null : systemMomentOf(visit, next_attempt_at_ms) },
    { label: 'Reason', value: error },
    {
      label: 'Request',
      value:
        correlation && may(visit, 'audit.read')
          ? html`<a href="${visit.prefix}/audit?${new URLSearchParams({ request_id: correlation }).toString()}">${shortId(correlation)}</a>`
          : null,
    },
    { label: 'Id', value: shortId(id) },
  ]);
};

const contentOf = ({ prefix }: ConsoleVisit, { id }: OutboxMessage, mail: ComposedMail | undefined): Markup => {
  if (!mail) return html`<p class="empty">What this message is about is gone, so it cannot be shown or sent.</p>`;
  return html`<section><h2>Text</h2>
<p class="quiet">As it would be sent now, but that its links do not sign in here and codes of gift cards are hidden. <a href="${prefix}${mailPath(id, 'html')}" target="_blank" rel="noopener">Show as HTML</a></p>
<pre class="letter">${mail.text}</pre></section>`;
};
