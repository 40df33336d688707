import type { DeliveryAttempt, ShownDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import { findDelivery, findEndpoint } from '@service/billing/queries/messages/webhooks.ts';
import { retryDelivery } from '@service/billing/usecases/webhooks/retry-delivery.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../../documents/html.ts';
import { factList, shortId, systemMomentOf } from '../../../parts/figures.ts';
import { actionLink, formButtons, formTrouble, secretForm } from '../../../parts/form.ts';
import { showPage } from '../../../parts/shell.ts';
import { stateBadge } from '../../../parts/state-words.ts';
import { consoleTable } from '../../../parts/table.ts';
import { type ConsoleRoute, formPage, readingPage } from '../../../route.ts';
import {
  type ConsolePage,
  type ConsoleVisit,
  consoleVisitOf,
  may,
  seesPersonalData,
  withPermission,
} from '../../../visit.ts';
import { deliveryPath, endpointPath, type WebhookPagesDeps } from './webhook-deps.ts';
import { attemptResult, recordedAt } from './webhook-list.ts';

/** One delivery: the request without its secrets, and every attempt. */
export const deliveryPages = (deps: WebhookPagesDeps): readonly ConsoleRoute[] => {
  const retry = withPermission('webhooks.edit', retryDelivery(deps));
  const [find, endpointOf] = [findDelivery(deps), findEndpoint(deps)];
  const deliveryOf = (ctx: ConsolePage, visit: ConsoleVisit): Promise<ShownDelivery> =>
    find(visit, ctx.params.id ?? '');

  return [
    readingPage('/webhooks/deliveries/:id', 'delivery', 'webhooks.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const delivery = await deliveryOf(ctx, visit);
      const endpoint = await endpointOf(visit, delivery.endpoint_id).catch(unlessRemoved);
      const { id, notification, state, log } = delivery;
      const at = log.at(-1)?.at ?? notification.created_at_ms;
      showPage(
        ctx,
        {
          title: notification.type,
          badge: stateBadge('delivery', state),
          back: { href: '/webhooks', label: 'Webhooks' },
          actions: may(visit, 'webhooks.edit')
            ? [
                actionLink(visit, deliveryPath(id, 'retry'), state === 'delivered' ? 'Send again' : 'Retry', {
                  main: true,
                }),
              ]
            : [],
        },
        [
          factsOf(visit, delivery, endpoint),
          attemptSection(visit, log),
          requestSection(visit, delivery, endpoint, deps.webhookParts.openHeaders(delivery, at)),
        ],
      );
    }),
    ...formPage({
      path: '/webhooks/deliveries/:id/retry',
      name: 'delivery retry',
      permission: 'webhooks.edit',
      async ask(ctx, visit, filled) {
        const { id, state, notification } = await deliveryOf(ctx, visit);
        return {
          title: `Deliver ${notification.type} again`,
          back: { href: deliveryPath(id), label: notification.type },
          content: [
            html`${formTrouble(filled)}`,
            html`<p>It is attempted at once, with the same id: a receiver that has it already recognizes it.${state === 'delivered' ? ' It was delivered before.' : ''}</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${deliveryPath(id, 'retry')}` },
              formButtons('Deliver now', { back: `${visit.prefix}${deliveryPath(id)}` }),
            ),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const { id } = await deliveryOf(ctx, visit);
        await retry(visit, id);
        return { to: deliveryPath(id), notice: 'It is attempted again now.' };
      },
    }),
  ];
};

const unlessRemoved = (error: unknown): undefined => {
  if (!(error instanceof Failure) || error.symbol !== 'not_found') throw error;
};

const factsOf = (visit: ConsoleVisit, delivery: ShownDelivery, endpoint: WebhookEndpoint | undefined): Markup => {
  const { id, attempts, next_attempt_at_ms, delivered_at_ms, notification, notification_id } = delivery;
  const { correlation } = notification;
  return factList([
    {
      label: 'Endpoint',
      value: endpoint ? html`<a href="${visit.prefix}${endpointPath(endpoint.id)}">${endpoint.url}</a>` : 'removed',
    },
    { label: 'Recorded', value: systemMomentOf(visit, recordedAt(id)) },
    { label: 'Attempts', value: attempts },
    { label: 'Delivered', value: delivered_at_ms === null ? null : systemMomentOf(visit, delivered_at_ms) },
    { label: 'Next attempt', value: next_attempt_at_ms === null ? null : systemMomentOf(visit, next_attempt_at_ms) },
    { label: 'Event', value: notification.event_id === null ? 'a sample' : shortId(notification_id) },
    {
      label: 'Request',
      value:
        correlation !== null && may(visit, 'audit.read')
          ? html`<a href="${visit.prefix}/audit?${new URLSearchParams({ request_id: correlation }).toString()}">${shortId(correlation)}</a>`
          : null,
    },
  ]);
};

const attemptSection = (visit: ConsoleVisit, log: readonly DeliveryAttempt[]): Markup => html`<section><h2>Attempts</h2>
${consoleTable<DeliveryAttempt>({
  caption: 'Attempts',
  columns: [
    { name: 'at', label: 'When', cell: ({ at }) => systemMomentOf(visit, at) },
    { name: 'result', label: 'Result', cell: attemptResult },
    {
      name: 'response',
      label: 'Response',
      cell: ({ response }) => (response && seesPersonalData(visit) ? html`<code>${response}</code>` : '–'),
    },
  ],
  rows: log.toReversed(),
  empty: 'No attempt was made yet.',
})}</section>`;

const requestSection = (
  visit: ConsoleVisit,
  { notification }: ShownDelivery,
  endpoint: WebhookEndpoint | undefined,
  open: Readonly<Record<string, string>>,
): Markup => {
  const headers = [
    ...Object.entries(open).map(([name, value]) => `${name}: ${value}`),
    ...(endpoint?.has_basic_auth ? ['Authorization: Basic [secret]'] : []),
    ...(endpoint?.header_names ?? []).map((name) => `${name}: [secret]`),
    'webhook-signature: [not stored]',
  ];
  const body = seesPersonalData(visit)
    ? html`<pre><code>${notification.body.trimEnd()}</code></pre>`
    : html`<p class="empty">The payload has personal data of customers, which your role does not show.</p>`;
  return html`<section><h2>Request</h2>
<pre><code>${[`POST ${endpoint?.url ?? '(endpoint removed)'}`, ...headers].join('\n')}</code></pre>
<h2>Payload</h2>
${body}</section>`;
};
