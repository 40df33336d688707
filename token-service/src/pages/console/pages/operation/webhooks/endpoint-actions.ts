import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import { findEndpoint } from '@service/billing/queries/messages/webhooks.ts';
import { changeEndpoint } from '@service/billing/usecases/webhooks/change-endpoint.ts';
import { removeEndpoint } from '@service/billing/usecases/webhooks/remove-endpoint.ts';
import { retryEndpoint } from '@service/billing/usecases/webhooks/retry-endpoint.ts';
import { rotateSecret } from '@service/billing/usecases/webhooks/rotate-secret.ts';
import { html } from '../../../../../documents/html.ts';
import { formButtons, formTrouble, secretForm } from '../../../parts/form.ts';
import { showOnce } from '../../../parts/shown-once.ts';
import { type CarriedOut, type ConsoleRoute, formPage } from '../../../route.ts';
import { countInWords } from '../../../row-query.ts';
import { type ConsolePage, type ConsoleVisit, withPermission } from '../../../visit.ts';
import { endpointPath, type WebhookPagesDeps, webhookUseCaseDeps } from './webhook-deps.ts';

/** Something that is done with one endpoint, by a button. */
interface EndpointAction {
  readonly action: string;
  readonly title: string;
  readonly explanation: string;
  readonly button: string;
  readonly fresh?: boolean;
  readonly danger?: boolean;
  readonly carryOut: (ctx: ConsolePage, visit: ConsoleVisit, endpoint: WebhookEndpoint) => Promise<CarriedOut>;
}

/** Pauses, activates, retries, rotates and removes endpoints. */
export const endpointActionPages = (deps: WebhookPagesDeps): readonly ConsoleRoute[] => {
  const parts = webhookUseCaseDeps(deps);
  const find = findEndpoint(deps);
  const change = withPermission('webhooks.edit', changeEndpoint(parts));
  const retry = withPermission('webhooks.edit', retryEndpoint(deps));
  const rotate = withPermission('webhooks.edit', rotateSecret(parts));
  const remove = withPermission('webhooks.edit', removeEndpoint(deps));
  const at = ({ id }: WebhookEndpoint, notice: string): CarriedOut => ({ to: endpointPath(id), notice });

  const actions: readonly EndpointAction[] = [
    {
      action: 'pause',
      title: 'Pause the endpoint',
      explanation: 'It gets nothing until it is activated. Its deliveries are recorded, and wait.',
      button: 'Pause',
      async carryOut(_, visit, endpoint) {
        await change(visit, endpoint.id, { state: 'paused' });
        return at(endpoint, 'The endpoint is paused. Its deliveries wait.');
      },
    },
    {
      action: 'activate',
      title: 'Activate the endpoint',
      explanation: 'It gets later events at once. What waits is delivered when you retry it.',
      button: 'Activate',
      async carryOut(_, visit, endpoint) {
        await change(visit, endpoint.id, { state: 'active' });
        return at(endpoint, 'The endpoint is active. What was paused waits for “Retry undelivered”.');
      },
    },
    {
      action: 'retry',
      title: 'Retry undelivered deliveries',
      explanation:
        'All deliveries of this endpoint that failed, were paused or wait for their next retry are attempted now.',
      button: 'Retry all',
      async carryOut(_, visit, endpoint) {
        const count = await retry(visit, endpoint.id);
        return at(endpoint, `${countInWords(count, 'delivery', 'deliveries')} attempted again now.`);
      },
    },
    {
      action: 'rotate',
      title: 'Rotate the signing secret',
      explanation: 'A new secret is made and shown once. For 24 hours both secrets sign, so that you can change over.',
      button: 'Rotate secret',
      fresh: true,
      async carryOut(ctx, visit, endpoint) {
        const { signing_secret } = await rotate(visit, endpoint.id);
        showOnce(ctx, visit, endpointPath(endpoint.id), signing_secret);
        return at(endpoint, 'This is the new signing secret. The old one signs too for 24 hours.');
      },
    },
    {
      action: 'remove',
      title: 'Remove the endpoint',
      explanation: 'It gets no more events, and its deliveries and secrets are deleted. This cannot be undone.',
      button: 'Remove endpoint',
      danger: true,
      async carryOut(_, visit, endpoint) {
        await remove(visit, endpoint.id);
        return { to: '/webhooks', notice: `The endpoint ${endpoint.url} was removed, with its deliveries.` };
      },
    },
  ];

  return actions.flatMap(({ action, title, explanation, button, fresh = false, danger = false, carryOut }) =>
    formPage({
      path: `/webhooks/endpoints/:id/${action}`,
      name: `endpoint ${action}`,
      permission: 'webhooks.edit',
      fresh,
      async ask(ctx, visit, filled) {
        const { id, url } = await find(visit, ctx.params.id ?? '');
        return {
          title,
          back: { href: endpointPath(id), label: new URL(url).host },
          content: [
            html`${formTrouble(filled)}`,
            html`<p>${explanation}</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${endpointPath(id, action)}` },
              formButtons(button, { back: `${visit.prefix}${endpointPath(id)}`, danger }),
            ),
          ],
        };
      },
      carryOut: async (ctx, visit) => carryOut(ctx, visit, await find(visit, ctx.params.id ?? '')),
    }),
  );
};
