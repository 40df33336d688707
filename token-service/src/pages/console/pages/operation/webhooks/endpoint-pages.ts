import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import { findEndpoint, listEndpoints } from '@service/billing/queries/messages/webhooks.ts';
import { addEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import { changeEndpoint } from '@service/billing/usecases/webhooks/change-endpoint.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../../documents/html.ts';
import { factList, shortId, systemMomentOf } from '../../../parts/figures.ts';
import { actionLink, formButtons, formTrouble, secretForm } from '../../../parts/form.ts';
import { latestChange } from '../../../parts/latest-change.ts';
import { secretPanel } from '../../../parts/secret-panel.ts';
import { showPage } from '../../../parts/shell.ts';
import { shownOnce, showOnce } from '../../../parts/shown-once.ts';
import { changedSince, type VersionValues, versionFields } from '../../../record-version.ts';
import { type ConsoleRoute, FormProblem, formPage, readingPage, StaleRecord } from '../../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may, withPermission } from '../../../visit.ts';
import { endpointFields, sentEndpoint } from './endpoint-form.ts';
import { endpointPath, type WebhookPagesDeps, webhookUseCaseDeps } from './webhook-deps.ts';
import { endpointBadge, typesInWords } from './webhook-list.ts';

const PATH = '/webhooks/endpoints/:id';

/** One endpoint: where events are delivered, and which. */
export const endpointPages = (deps: WebhookPagesDeps): readonly ConsoleRoute[] => {
  const find = findEndpoint(deps);
  const list = listEndpoints(deps);
  const add = withPermission('webhooks.edit', addEndpoint(webhookUseCaseDeps(deps)));
  const change = withPermission('webhooks.edit', changeEndpoint(webhookUseCaseDeps(deps)));
  const changedBy = latestChange(deps);

  /** Refuses an address that no delivery of a production site reaches; returns a warning for a sandbox. */
  const reachable = ({ site }: ConsoleVisit, url: string): string => {
    const reason = deps.webhookParts.unreachable(site, url);
    if (!reason) return '';
    if (site.mode === 'production')
      throw new FormProblem(reason, { url: 'Enter an address that the internet can reach.' });
    return ` ${reason} Every delivery will fail.`;
  };

  return [
    readingPage(PATH, 'endpoint', 'webhooks.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const endpoint = await find(visit, ctx.params.id ?? '');
      const listed = (await list(visit.site)).find(({ id }) => id === endpoint.id);
      const secret = shownOnce(ctx, visit);
      showPage(
        ctx,
        {
          title: new URL(endpoint.url).host,
          badge: endpointBadge(endpoint),
          subtitle: endpoint.url,
          back: { href: '/webhooks', label: 'Webhooks' },
          actions: may(visit, 'webhooks.edit') ? endpointActions(visit, endpoint) : [],
        },
        [
          secret
            ? secretPanel('Signing secret', secret, 'Keep it now: it is stored encrypted and is not shown again.')
            : '',
          factsOf(visit, endpoint, listed?.failing_since_ms ?? null),
          html`<p><a href="${visit.prefix}/webhooks?endpoint_id=${endpoint.id}">Deliveries of this endpoint</a></p>`,
        ],
      );
    }),
    ...formPage({
      path: '/webhooks/endpoints/add',
      name: 'endpoint add',
      permission: 'webhooks.edit',
      fresh: true,
      ask: async (_, visit, filled) => ({
        title: 'Add an endpoint',
        back: { href: '/webhooks', label: 'Webhooks' },
        content: [
          html`${formTrouble(filled)}`,
          secretForm(visit, { action: `${visit.prefix}/webhooks/endpoints/add` }, [
            ...endpointFields(filled),
            formButtons('Add endpoint', { back: `${visit.prefix}/webhooks` }),
          ]),
        ],
      }),
      async carryOut(ctx, visit, form) {
        const sent = sentEndpoint(form);
        const warning = reachable(visit, form.url ?? '');
        const { endpoint, signing_secret } = await add(visit, visit.site.subdomain, {
          url: form.url ?? '',
          types: sent.types ?? null,
          legacy_invoices: sent.legacy_invoices ?? false,
          basic_auth: sent.basic_auth ?? null,
          headers: sent.headers ?? {},
        });
        showOnce(ctx, visit, endpointPath(endpoint.id), signing_secret);
        return { to: endpointPath(endpoint.id), notice: `The endpoint was added.${warning}` };
      },
    }),
    ...formPage({
      path: `${PATH}/edit`,
      name: 'endpoint edit',
      permission: 'webhooks.edit',
      fresh: true,
      async ask(ctx, visit, filled) {
        const endpoint = await find(visit, ctx.params.id ?? '');
        const here = endpointPath(endpoint.id);
        return {
          title: 'Change the endpoint',
          back: { href: here, label: new URL(endpoint.url).host },
          content: [
            html`${formTrouble(filled)}`,
            secretForm(visit, { action: `${visit.prefix}${endpointPath(endpoint.id, 'edit')}` }, [
              versionFields(filled, versionOf(endpoint)),
              ...endpointFields(filled, endpoint),
              formButtons(filled.problems.stale ? 'Save all the same' : 'Save', { back: `${visit.prefix}${here}` }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const endpoint = await find(visit, ctx.params.id ?? '');
        const present = versionOf(endpoint);
        const changed = changedSince(form, present);
        if (changed.length > 0) {
          const by = await changedBy(visit, 'webhook', endpoint.id);
          const now = changed.map((name) => `${name.replaceAll('_', ' ')} is now “${present[name]}”`).join(', ');
          throw new StaleRecord(`The endpoint was changed meanwhile${by}: ${now}. Nothing was saved.`);
        }
        const sent = sentEndpoint(form);
        const warning = reachable(visit, sent.url ?? '');
        await change(visit, endpoint.id, sent);
        return { to: endpointPath(endpoint.id), notice: `The endpoint was changed.${warning}` };
      },
    }),
  ];
};

const versionOf = ({ url, types, legacy_invoices, pause_reason, updated_at_ms }: WebhookEndpoint): VersionValues => ({
  address: url,
  types: typesInWords({ types, legacy_invoices }),
  state: pause_reason === null ? 'active' : 'paused',
  last_change: new Date(updated_at_ms).toISOString(),
});

const endpointActions = (visit: ConsoleVisit, { id, pause_reason }: WebhookEndpoint): readonly Markup[] => [
  actionLink(visit, endpointPath(id, 'edit'), 'Edit', { main: true, key: 'e' }),
  pause_reason === null
    ? actionLink(visit, endpointPath(id, 'pause'), 'Pause')
    : actionLink(visit, endpointPath(id, 'activate'), 'Activate'),
  ...(pause_reason === null ? [actionLink(visit, endpointPath(id, 'retry'), 'Retry undelivered')] : []),
  actionLink(visit, endpointPath(id, 'rotate'), 'Rotate secret'),
  actionLink(visit, endpointPath(id, 'remove'), 'Remove'),
];

const factsOf = (visit: ConsoleVisit, endpoint: WebhookEndpoint, failingSince: Millis | null): Markup => {
  const { id, has_basic_auth, header_names, previous_secret_until_ms, created_at_ms } = endpoint;
  const bothUntil = previous_secret_until_ms ?? 0;
  return factList([
    { label: 'Types', value: typesInWords(endpoint) },
    {
      label: 'Authentication',
      value: [...(has_basic_auth ? ['HTTP Basic'] : []), ...header_names].join(', ') || 'the signature alone',
    },
    { label: 'Failing since', value: failingSince === null ? null : systemMomentOf(visit, failingSince) },
    {
      label: 'Earlier secret',
      value: bothUntil > visit.now ? html`signs too, until ${systemMomentOf(visit, bothUntil)}` : null,
    },
    { label: 'Added', value: systemMomentOf(visit, created_at_ms) },
    { label: 'Id', value: shortId(id) },
  ]);
};
