import { type ListedEndpoint, listEndpoints } from '@service/billing/queries/messages/webhooks.ts';
import { actionLink } from '../../../parts/form.ts';
import { stateChoices } from '../../../parts/state-words.ts';
import type { ConsoleRoute } from '../../../route.ts';
import { DATE_FILTERS, ORDER_FILTER } from '../../../row-query.ts';
import { hasPart, shortList } from '../../../short-list.ts';
import { may } from '../../../visit.ts';
import { endpointPath, type WebhookPagesDeps } from './webhook-deps.ts';
import { ENDPOINTS_PATH, endpointColumns, NO_ENDPOINT } from './webhook-list.ts';

const ENDPOINT_STATES = ['active', 'operator', 'gone', 'failing'] as const;

/** The endpoints of the site by themselves, with filters, totals and CSV. */
export const endpointList = (deps: WebhookPagesDeps): ConsoleRoute => {
  const endpoints = listEndpoints(deps);
  return shortList<ListedEndpoint>({
    path: ENDPOINTS_PATH,
    name: 'endpoints',
    title: 'Webhook endpoints',
    back: { href: '/webhooks', label: 'Webhooks' },
    permission: 'webhooks.read',
    filters: [
      { name: 'url', label: 'Part of the address' },
      { name: 'state', label: 'State', choices: stateChoices('endpoint', ENDPOINT_STATES) },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: endpointColumns,
    href: (visit, { id }) => `${visit.prefix}${endpointPath(id)}`,
    empty: NO_ENDPOINT,
    one: 'endpoint',
    place: ({ id, created_at_ms }) => ({ id, at: Math.floor(created_at_ms / 1000) }),
    all: async ({ site }, { url, state }) =>
      (await endpoints(site)).filter(
        (each) => hasPart(each.url, url) && (state === undefined || (each.pause_reason ?? 'active') === state),
      ),
    actions: (visit) =>
      may(visit, 'webhooks.edit') ? [actionLink(visit, `${ENDPOINTS_PATH}/add`, 'Add endpoint', { main: true })] : [],
  });
};
