import { SECRET_LENGTH, signingSecret } from '@service/billing/domain/webhooks/endpoint.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { needSandbox } from '@service/billing/engine/webhooks/on-sandbox.ts';
import {
  countDeliveries,
  listDeliveries,
  listEndpoints,
  needDeliveryOfAny,
  needEndpointOfAny,
} from '@service/billing/queries/webhooks.ts';
import { addEndpoint } from '@service/billing/usecases/webhooks/add-endpoint.ts';
import { changeEndpoint } from '@service/billing/usecases/webhooks/change-endpoint.ts';
import { reencryptEndpoints } from '@service/billing/usecases/webhooks/reencrypt-endpoints.ts';
import { removeEndpoint } from '@service/billing/usecases/webhooks/remove-endpoint.ts';
import { replayEvents } from '@service/billing/usecases/webhooks/replay-events.ts';
import { retryDelivery, retryEndpoint } from '@service/billing/usecases/webhooks/retry-delivery.ts';
import { rotateSecret } from '@service/billing/usecases/webhooks/rotate-secret.ts';
import { sendSample } from '@service/billing/usecases/webhooks/send-sample.ts';
import { endpointCipher } from '../adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import { renderNotification } from '../documents/webhooks/document.ts';
import { forwardEvents } from '../worker/webhooks/forward.ts';
import { openPoster } from '../worker/webhooks/post.ts';
import { allOption, limitOf, readRows, withRest } from './cut-list.ts';
import { inColumns, shortTime } from './layout.ts';
import { main, type Tool, type Toolbox } from './tool.ts';
import { WEBHOOK_HELP } from './webhook-help.ts';
import {
  readEndpoint,
  readMomentOption,
  readState,
  readType,
  readUrl,
  refuseUnreachable,
  SETTINGS,
  warningOf,
} from './webhook-options.ts';
import { deliveryRow, endpointRow, shownDelivery } from './webhook-rows.ts';

const text = { type: 'string' } as const;

const depsOf = (toolbox: Toolbox) => ({
  ...toolbox,
  cipher: endpointCipher(toolbox.config, pooledRandomness()),
  render: renderNotification,
});

export const webhookTool: Tool = {
  name: 'npm run webhook --',
  help: WEBHOOK_HELP,
  commands: {
    add: {
      takes: ['subdomain', 'url'],
      options: SETTINGS,
      async run(toolbox, [subdomain = '', url = ''], given) {
        const { state: _, ...typed } = readEndpoint(given);
        const site = await needSite(toolbox.sites, subdomain);
        refuseUnreachable(site, url);
        const added = await addEndpoint(depsOf(toolbox))(toolbox.operator, subdomain, {
          types: null,
          legacy_invoices: false,
          basic_auth: null,
          headers: {},
          ...typed,
          url,
        });
        return `Endpoint ${added.endpoint.id} is added.\nSigning secret, shown only now: ${added.signing_secret}${warningOf(site, url)}`;
      },
    },
    list: {
      takes: ['subdomain'],
      async run(toolbox, [subdomain = '']) {
        const endpoints = await listEndpoints(toolbox)(await needSite(toolbox.sites, subdomain));
        if (endpoints.length === 0) return `${subdomain} has no webhook endpoints.`;
        return inColumns([
          ['ID', 'URL', 'STATE', 'TYPES', 'AUTHENTICATION', 'FAILING SINCE'],
          ...endpoints.map(endpointRow),
        ]);
      },
    },
    change: {
      takes: ['id'],
      options: { ...SETTINGS, url: text },
      async run(toolbox, [id = ''], given) {
        const changes = { ...readEndpoint(given), ...(typeof given.url === 'string' ? { url: given.url } : {}) };
        const { site } = await needEndpointOfAny(toolbox, id);
        if (changes.url !== undefined) refuseUnreachable(site, changes.url);
        const { pause_reason, url } = await changeEndpoint(depsOf(toolbox))(toolbox.operator, id, changes);
        const activated =
          changes.state === 'active' ? ` What was paused waits for: npm run webhook -- retry ${id}` : '';
        const state = pause_reason === null ? 'active' : 'paused';
        return `Endpoint ${id} is changed and ${state}.${activated}${warningOf(site, url)}`;
      },
    },
    remove: {
      takes: ['id'],
      async run(toolbox, [id = '']) {
        await removeEndpoint(toolbox)(toolbox.operator, id);
        return `Endpoint ${id} is removed, with its deliveries.`;
      },
    },
    'rotate-secret': {
      takes: ['id'],
      async run(toolbox, [id = '']) {
        const { endpoint, signing_secret } = await rotateSecret(depsOf(toolbox))(toolbox.operator, id);
        return (
          `New signing secret, shown only now: ${signing_secret}\n` +
          `Deliveries are signed with both secrets until ${shortTime(endpoint.previous_secret_until_ms ?? 0)}.`
        );
      },
    },
    deliveries: {
      takes: ['subdomain'],
      options: { status: text, ...allOption },
      async run(toolbox, [subdomain = ''], given) {
        const state = readState(given.status);
        const site = await needSite(toolbox.sites, subdomain);
        const list = listDeliveries(toolbox);
        const read = (before: string | undefined, limit: number) => list(site, { state, before }, limit);
        const rows = await readRows(limitOf(given), read, deliveryRow);
        if (rows.length === 0) return `${subdomain} has no ${state ? `${state} ` : ''}deliveries.`;
        const total = await countDeliveries(toolbox)(site, { state });
        const listed = inColumns([['ID', 'RECORDED', 'TYPE', 'STATE', 'ATTEMPTS', 'RESULT'], ...rows]);
        return withRest(listed, { total, shown: rows.length });
      },
    },
    show: {
      takes: ['delivery'],
      async run(toolbox, [id = '']) {
        const { site, delivery } = await needDeliveryOfAny(toolbox, id);
        const endpoint = await toolbox.storage.of(site.id).webhookEndpoints.find(delivery.endpoint_id);
        return shownDelivery(delivery, endpoint);
      },
    },
    retry: {
      takes: ['delivery'],
      async run(toolbox, [id = '']) {
        const endpoints = await Promise.all((await toolbox.sites.withWebhooks()).map(listEndpoints(toolbox)));
        if (endpoints.flat().some((endpoint) => endpoint.id === id)) {
          const count = await retryEndpoint(toolbox)(toolbox.operator, id);
          return `Failed and paused deliveries that are attempted again now: ${count}.`;
        }
        await retryDelivery(toolbox)(toolbox.operator, id);
        return `Delivery ${id} is attempted again now.`;
      },
    },
    replay: {
      takes: ['subdomain'],
      options: { from: text, to: text },
      async run(toolbox, [subdomain = ''], { from, to }) {
        const time = { fromMs: readMomentOption('from', from), toMs: readMomentOption('to', to) };
        const { events, deliveries } = await replayEvents(depsOf(toolbox))(toolbox.operator, subdomain, time);
        return `Events: ${events}; deliveries that are attempted now: ${deliveries}.`;
      },
    },
    listen: {
      takes: ['subdomain'],
      options: { forward: text },
      async run(toolbox, [subdomain = ''], { forward }) {
        const url = readUrl(forward);
        const site = await needSite(toolbox.sites, subdomain);
        needSandbox(site, 'npm run webhook -- listen');
        const signing_secret = signingSecret(toolbox.world.ids.secret(SECRET_LENGTH));
        toolbox.say(`Forwarding the events of ${subdomain} to ${url}. End with Ctrl+C.`);
        toolbox.say(`Signing secret of this run: ${signing_secret}`);
        const onForwarded: Parameters<typeof forwardEvents>[0]['onForwarded'] = ({ type, status, error }) =>
          toolbox.say(`${type}  ${status ?? error}`);
        const poster = openPoster();
        await forwardEvents({ ...depsOf(toolbox), poster, onForwarded })(site, { url, signing_secret });
        return '';
      },
    },
    trigger: {
      takes: ['subdomain', 'type'],
      async run(toolbox, [subdomain = '', named = '']) {
        const type = readType(named);
        const { deliveries } = await sendSample(depsOf(toolbox))(toolbox.operator, subdomain, type);
        if (deliveries === 0) {
          return `No endpoint of ${subdomain} receives ${type}_notification, so the sample only reaches npm run webhook -- listen ${subdomain}, if it runs.`;
        }
        return `A sample of ${type}_notification is sent to ${deliveries} ${deliveries === 1 ? 'endpoint' : 'endpoints'}.`;
      },
    },
    reencrypt: {
      takes: [],
      async run(toolbox) {
        const { endpoints, reencrypted } = await reencryptEndpoints(depsOf(toolbox))(toolbox.operator);
        return `All secrets are encrypted with SECRETS_KEY now. Endpoints: ${endpoints}; encrypted anew: ${reencrypted}.`;
      },
    },
  },
};

if (import.meta.main) await main(webhookTool);
