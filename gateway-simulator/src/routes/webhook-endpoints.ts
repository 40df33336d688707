import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.ts';
import { SIMULATED_API_VERSION } from '../http/api-version.ts';
import { createdFilter, pageOf } from '../http/lists.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { mergeMetadata } from '../operations/metadata.ts';
import { newId, random } from '../world/ids.ts';
import type { SimulatorWorld } from '../world/world.ts';

/** Adds a webhook endpoint. `secret` signs what is sent to it. */
export const addWebhookEndpoint = (
  world: SimulatorWorld,
  facts: { url: string; enabled_events: string[]; secret: string } & Partial<
    Pick<Stripe.WebhookEndpoint, 'api_version' | 'description' | 'metadata'>
  >,
): Stripe.WebhookEndpoint => {
  const { secret, ...rest } = facts;
  const endpoint = world.state.webhookEndpoints.add({
    api_version: null,
    description: null,
    metadata: {},
    ...rest,
    id: newId('we'),
    object: 'webhook_endpoint',
    application: null,
    created: world.clock.seconds(),
    livemode: false,
    status: 'enabled',
  });
  world.state.secrets.set(endpoint.id, secret);
  return endpoint;
};

const readUrl = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return url;
  throw invalidRequest('Invalid URL: send an http or https address.', { code: 'url_invalid', param: 'url' });
};

const create = ({ world, params }: Call): Stripe.WebhookEndpoint => {
  const url = readUrl(params.needText('url'));
  const enabled_events = params.list('enabled_events');
  const version = params.text('api_version');
  const description = params.text('description') ?? null;
  const metadata = params.map('metadata') ?? {};
  params.finish();
  if (!enabled_events?.length)
    throw invalidRequest('Missing required param: enabled_events.', {
      code: 'parameter_missing',
      param: 'enabled_events',
    });
  if (version !== undefined && version !== SIMULATED_API_VERSION)
    throw invalidRequest(`The simulator sends events in the version ${SIMULATED_API_VERSION} only.`, {
      param: 'api_version',
    });
  const secret = `whsec_${random(32)}`;
  const facts = { url, enabled_events, api_version: version ?? null, description, metadata };
  // The secret is shown once, in this answer.
  return { ...addWebhookEndpoint(world, { ...facts, secret }), secret };
};

const update = ({ world, params, ids }: Call): Stripe.WebhookEndpoint => {
  const endpoint = world.state.webhookEndpoints.need(ids[0]!);
  const url = params.text('url');
  const enabled_events = params.list('enabled_events');
  const disabled = params.flag('disabled');
  const metadata = params.map('metadata');
  params.finish();
  if (url !== undefined) endpoint.url = readUrl(url);
  if (enabled_events?.length) endpoint.enabled_events = enabled_events;
  if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
  endpoint.metadata = mergeMetadata(endpoint.metadata, metadata);
  return endpoint;
};

const remove = ({ world, ids }: Call): Stripe.DeletedWebhookEndpoint => {
  const { id } = world.state.webhookEndpoints.need(ids[0]!);
  world.state.webhookEndpoints.remove(id);
  world.state.secrets.delete(id);
  return { id, object: 'webhook_endpoint', deleted: true };
};

const listEvents = ({ world, params, path }: Call): object => {
  const type = params.text('type');
  const types = params.list('types') ?? (type === undefined ? undefined : [type]);
  const delivered = params.flag('delivery_success');
  const created = createdFilter(params);
  const rows = world.state.events
    .newest()
    .filter(
      (row) =>
        created(row) &&
        (types === undefined || types.some((each) => matches(each, row.type))) &&
        (delivered === undefined || (row.pending_webhooks === 0) === delivered),
    );
  return pageOf(rows, params, path);
};

/** Whether an event's type is the wanted one, which may end in a wildcard: `charge.*`. */
const matches = (wanted: string, type: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export const webhookRoutes: readonly Route[] = [
  route('POST', '/v1/webhook_endpoints', create),
  route('GET', '/v1/webhook_endpoints', ({ world, params, path }) =>
    pageOf(world.state.webhookEndpoints.newest(), params, path),
  ),
  route('GET', '/v1/webhook_endpoints/:id', ({ world, ids }) => world.state.webhookEndpoints.need(ids[0]!)),
  route('POST', '/v1/webhook_endpoints/:id', update),
  route('DELETE', '/v1/webhook_endpoints/:id', remove),
  route('GET', '/v1/events', listEvents),
  route('GET', '/v1/events/:id', ({ world, ids }) => world.state.events.need(ids[0]!)),
];
