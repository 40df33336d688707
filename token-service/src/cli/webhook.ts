import { DELIVERY_STATES } from '@service/billing/domain/webhooks/delivery.ts';
import { SECRET_LENGTH, signingSecret } from '@service/billing/domain/webhooks/endpoint.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { needSandbox } from '@service/billing/engine/webhooks/on-sandbox.ts';
import {
  countDeliveries,
  listDeliveries,
  listEndpoints,
  needDeliveryOfAny,
  needEndpointOfAny,
} from '@service/billing/queries/messages/webhooks.ts';
import { addEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import { changeEndpoint } from '@service/billing/usecases/webhooks/change-endpoint.ts';
import { reencryptEndpoints } from '@service/billing/usecases/webhooks/reencrypt-endpoints.ts';
import { removeEndpoint } from '@service/billing/usecases/webhooks/remove-endpoint.ts';
import { replayEvents } from '@service/billing/usecases/webhooks/replay-events.ts';
import { retryDelivery } from '@service/billing/usecases/webhooks/retry-delivery.ts';
import { retryEndpoint } from '@service/billing/usecases/webhooks/retry-endpoint.ts';
import { rotateSecret } from '@service/billing/usecases/webhooks/rotate-secret.ts';
import { sendSample } from '@service/billing/usecases/webhooks/send-sample.ts';
import { endpointCipher } from '../adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import { renderNotification } from '../documents/webhooks/document.ts';
import { destinationOf, mayBeOpened } from '../runtime/webhook-networks.ts';
import { forwardEvents } from '../worker/webhooks/forward.ts';
import { openPoster } from '../worker/webhooks/post.ts';
import { command, type Tool, type Toolbox } from './command.ts';
import { askedPage, pageOptions, pageText, readRows } from './cut-list.ts';
import { inColumns, isoMillisOrNull, shortTime } from './layout.ts';
import { readMoment } from './read-moment.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';
import {
  readEndpoint,
  readState,
  readType,
  readUrl,
  refuseUnreachable,
  SETTINGS,
  STATE,
  warningOf,
} from './webhook-options.ts';
import { deliveryJson, deliveryRow, endpointJson, endpointRow, shownDelivery } from './webhook-rows.ts';
import { WEBHOOK_TYPES } from './webhook-types.ts';

const depsOf = (toolbox: Toolbox) => ({
  ...toolbox,
  cipher: endpointCipher(toolbox.config, pooledRandomness()),
  opensUrl: (url: URL) => mayBeOpened(toolbox.config.webhookNetworks, destinationOf(url)),
  render: renderNotification,
});

const ENDPOINT = [
  ...(['id', 'url', 'state', 'pause_reason', 'types', 'legacy_invoices'] as const),
  ...(['has_basic_auth', 'header_names'] as const),
] as const;

const DELIVERY = [
  ...(['id', 'recorded_at', 'type', 'endpoint_id', 'notification_id', 'state', 'attempts'] as const),
  ...(['next_attempt_at', 'last_status', 'last_error'] as const),
] as const;

export const webhookTool: Tool = {
  ...topic('webhook'),
  notes: `listen and trigger work on sandbox sites. A time is that of this machine, such as 2027-01-01T08:00:00Z.

Types:

${WEBHOOK_TYPES}

SECRETS_KEY encrypts the secrets: 32 random bytes in base64 or hexadecimal, the same for all processes.`,
  commands: {
    add: command({
      takes: ['subdomain', 'url'],
      does: 'Adds an endpoint, and prints its id and, once, the signing secret.',
      example: 'demo https://shop.example.com/hook --types new_account,paid_charge_invoice',
      options: SETTINGS,
      members: ['id', 'url', 'signing_secret', 'warning'],
      async run(toolbox, [subdomain = '', url = ''], given) {
        const { state: _, ...typed } = readEndpoint(given);
        const site = await needSite(toolbox.sites, subdomain);
        refuseUnreachable(site, url, toolbox.config.webhookNetworks);
        const { endpoint, signing_secret } = await addEndpoint(depsOf(toolbox))(toolbox.operator, subdomain, {
          types: null,
          legacy_invoices: false,
          basic_auth: null,
          headers: {},
          ...typed,
          url,
        });
        const warning = warningOf(site, url, toolbox.config.webhookNetworks);
        return {
          text: `Endpoint ${endpoint.id} is added.\nSigning secret, shown only now: ${signing_secret}${warning}`,
          json: { id: endpoint.id, url: endpoint.url, signing_secret, warning: warning.trim() || null },
        };
      },
    }),
    list: command({
      takes: ['subdomain'],
      does: 'Lists the endpoints of a site.',
      example: 'demo',
      prints: 'array',
      members: [...ENDPOINT, 'failing_since'],
      async run(toolbox, [subdomain = '']) {
        const endpoints = await listEndpoints(toolbox)(await needSite(toolbox.sites, subdomain));
        const headings = ['ID', 'URL', 'STATE', 'TYPES', 'AUTHENTICATION', 'FAILING SINCE'];
        return {
          text:
            endpoints.length === 0
              ? `${subdomain} has no webhook endpoints.`
              : inColumns([headings, ...endpoints.map(endpointRow)]),
          json: endpoints.map((endpoint) => ({
            ...endpointJson(endpoint),
            failing_since: isoMillisOrNull(endpoint.failing_since_ms),
          })),
        };
      },
    }),
    change: command({
      takes: ['id'],
      does: 'Changes the given settings of an endpoint, and leaves the rest.',
      example: '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0 --state paused',
      options: { ...STATE, url: { value: '<url>', help: 'Where events are delivered.' }, ...SETTINGS },
      members: ENDPOINT,
      async run(toolbox, [id = ''], given) {
        const changes = { ...readEndpoint(given), ...(typeof given.url === 'string' ? { url: given.url } : {}) };
        const { site } = await needEndpointOfAny(toolbox, id);
        if (changes.url !== undefined) refuseUnreachable(site, changes.url, toolbox.config.webhookNetworks);
        const endpoint = await changeEndpoint(depsOf(toolbox))(toolbox.operator, id, changes);
        const activated =
          changes.state === 'active' ? ` What was paused waits for: npm run webhook -- retry ${id}` : '';
        const json = endpointJson(endpoint);
        return {
          text: `Endpoint ${id} is changed and ${json.state}.${activated}${warningOf(site, endpoint.url, toolbox.config.webhookNetworks)}`,
          json,
        };
      },
    }),
    remove: command({
      takes: ['id'],
      does: 'Removes an endpoint with its deliveries.',
      example: '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
      members: ['id'],
      async run(toolbox, [id = '']) {
        await removeEndpoint(toolbox)(toolbox.operator, id);
        return { text: `Endpoint ${id} is removed, with its deliveries.`, json: { id } };
      },
    }),
    'rotate-secret': command({
      takes: ['id'],
      does: 'Replaces the signing secret of an endpoint; both secrets sign for 24 hours.',
      example: '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
      members: ['id', 'signing_secret', 'both_until'],
      async run(toolbox, [id = '']) {
        const { endpoint, signing_secret } = await rotateSecret(depsOf(toolbox))(toolbox.operator, id);
        return {
          text:
            `New signing secret, shown only now: ${signing_secret}\n` +
            `Deliveries are signed with both secrets until ${shortTime(endpoint.previous_secret_until_ms ?? 0)}.`,
          json: { id, signing_secret, both_until: isoMillisOrNull(endpoint.previous_secret_until_ms) },
        };
      },
    }),
    deliveries: command({
      takes: ['subdomain'],
      does: 'Lists deliveries, newest first.',
      example: 'demo --status failed',
      options: {
        status: { value: '<status>', help: `Only deliveries in a status: ${DELIVERY_STATES.join(', ')}.` },
        ...pageOptions,
      },
      prints: 'page',
      members: DELIVERY,
      async run(toolbox, [subdomain = ''], given) {
        const page = askedPage(given);
        const state = readState(given.status);
        const site = await needSite(toolbox.sites, subdomain);
        const shown = await readRows(page, {
          read: (ids, limit) => listDeliveries(toolbox)(site, { state, ...ids }, limit),
          count: (ids) => countDeliveries(toolbox)(site, { state, ...ids }),
          shown: (delivery) => [deliveryRow(delivery), deliveryJson(delivery)],
        });
        const headings = ['ID', 'RECORDED', 'TYPE', 'STATE', 'ATTEMPTS', 'RESULT'];
        return {
          text:
            shown.rows.length === 0
              ? `${subdomain} has no ${state ? `${state} ` : ''}deliveries.`
              : pageText(headings, shown),
          json: shown.json,
        };
      },
    }),
    show: command({
      takes: ['delivery'],
      does: 'Shows the request, the responses and the attempts of a delivery, without secrets.',
      example: '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
      members: [...DELIVERY, 'url', 'body', 'log'],
      async run(toolbox, [id = '']) {
        const { site, delivery } = await needDeliveryOfAny(toolbox, id);
        const endpoint = await toolbox.storage.of(site.id).webhookEndpoints.find(delivery.endpoint_id);
        return {
          text: shownDelivery(delivery, endpoint),
          json: {
            ...deliveryJson(delivery),
            ...{ url: endpoint?.url ?? null, body: delivery.notification.body },
            log: delivery.log.map(({ at, ...attempt }) => ({ ...attempt, at: isoMillisOrNull(at) })),
          },
        };
      },
    }),
    retry: command({
      takes: ['delivery'],
      does: 'Attempts a delivery again now or, by the id of an endpoint, all that failed, were paused or wait for a retry.',
      example: '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
      members: ['id', 'deliveries'],
      async run(toolbox, [id = '']) {
        const endpoints = await Promise.all((await toolbox.sites.withWebhooks()).map(listEndpoints(toolbox)));
        if (endpoints.flat().some((endpoint) => endpoint.id === id)) {
          const deliveries = await retryEndpoint(toolbox)(toolbox.operator, id);
          return {
            text: `Deliveries that failed, were paused or waited for a retry, and are attempted now: ${deliveries}.`,
            json: { id, deliveries },
          };
        }
        await retryDelivery(toolbox)(toolbox.operator, id);
        return { text: `Delivery ${id} is attempted again now.`, json: { id, deliveries: 1 } };
      },
    }),
    replay: command({
      takes: ['subdomain'],
      does: 'Delivers the events between two moments again.',
      example: 'demo --from 2027-01-01 --to 2027-01-02',
      options: {
        from: { value: '<moment>', required: true, help: 'The first moment.' },
        to: { value: '<moment>', required: true, help: 'The last moment.' },
      },
      members: ['events', 'deliveries'],
      async run(toolbox, [subdomain = ''], { from, to }) {
        const time = { fromMs: readMoment('from', from), toMs: readMoment('to', to) };
        const { events, deliveries } = await replayEvents(depsOf(toolbox))(toolbox.operator, subdomain, time);
        return {
          text: `Events: ${events}; deliveries that are attempted now: ${deliveries}.`,
          json: { events, deliveries },
        };
      },
    }),
    listen: command({
      takes: ['subdomain'],
      does: 'Forwards events to an address of this machine until it is stopped.',
      example: 'demo --forward http://localhost:5000/hook',
      options: { forward: { value: '<url>', required: true, help: 'Where events are sent.' } },
      members: ['signing_secret'],
      async run(toolbox, [subdomain = ''], { forward }) {
        const url = readUrl(forward);
        const site = await needSite(toolbox.sites, subdomain);
        needSandbox(site, 'npm run webhook -- listen');
        const signing_secret = signingSecret(toolbox.world.ids.secret(SECRET_LENGTH));
        toolbox.say(`Forwarding the events of ${subdomain} to ${url}. End with Ctrl+C.`);
        toolbox.say(`Signing secret of this run: ${signing_secret}`);
        const onForwarded: Parameters<typeof forwardEvents>[0]['onForwarded'] = ({ type, status, error }) =>
          toolbox.say(`${type}  ${status ?? error}`);
        const poster = openPoster({ networks: toolbox.config.webhookNetworks });
        await forwardEvents({ ...depsOf(toolbox), poster, onForwarded })(site, { url, signing_secret });
        return { text: '', json: { signing_secret } };
      },
    }),
    trigger: command({
      takes: ['subdomain', 'type'],
      does: 'Sends a sample of a type.',
      example: 'demo new_account',
      members: ['type', 'deliveries'],
      async run(toolbox, [subdomain = '', named = '']) {
        const type = readType(named);
        const { deliveries } = await sendSample(depsOf(toolbox))(toolbox.operator, subdomain, type);
        return {
          text:
            deliveries === 0
              ? `No endpoint of ${subdomain} receives ${type}_notification, so the sample only reaches npm run webhook -- listen ${subdomain}, if it runs.`
              : `A sample of ${type}_notification is sent to ${deliveries} ${deliveries === 1 ? 'endpoint' : 'endpoints'}.`,
          json: { type, deliveries },
        };
      },
    }),
    reencrypt: command({
      takes: [],
      does: 'Encrypts all secrets with SECRETS_KEY.',
      example: '',
      members: ['endpoints', 'reencrypted'],
      async run(toolbox) {
        const { endpoints, reencrypted } = await reencryptEndpoints(depsOf(toolbox))(toolbox.operator);
        return {
          text: `All secrets are encrypted with SECRETS_KEY now. Endpoints: ${endpoints}; encrypted anew: ${reencrypted}.`,
          json: { endpoints, reencrypted },
        };
      },
    }),
  },
};

if (import.meta.main) await main(webhookTool);
