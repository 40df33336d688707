import { type FieldType, members, type TokenAnswer } from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import { tokensByForm } from '../form.ts';
import { fieldSettings } from '../options.ts';
import { plain } from '../plain.ts';
import { randomId } from '../random.ts';
import type { CardState } from '../types.ts';
import { type Deferred, deferred } from './deferred.ts';
import { type FrameContext, hostedField, lost } from './hosted-field.ts';
import { missingTarget } from './targets.ts';
import type { HostedField, HostedFields } from './types.ts';

/**
 * Digest of the frame document that the build wrote beside this script. Browsers cache the document forever at that
 * address.
 */
declare const FRAME_DIGEST: string;

/** Added to the request's own timeout, for a frame that can no longer report that it timed out. */
const GRACE_MS = 5_000;

/** The events of the fields: `ready` when all are ready first, and again after one was replaced. */
type Events = { ready: []; change: [CardState]; 'field:submit': []; error: [ServiceError] };

interface FieldEvents {
  emit<Name extends keyof Events>(event: Name, ...args: Events[Name]): unknown;
}

/** A pending token: first all fields must be ready, then the leader must answer the request `id`. */
interface Pending extends Deferred<TokenAnswer | undefined> {
  readonly id?: string;
  readonly leader?: FieldType;
}

/** Returns the fields of an instance, which emit on `events`. The page has none until they are placed. */
export const hostedFields = (api: string, events: FieldEvents): HostedFields => {
  const frameContext: FrameContext = {
    api,
    document: `${api}/field.html?v=${FRAME_DIGEST}`,
    origin: new URL(api).origin,
    group: randomId(),
  };
  const waiting = new Set<Pending>();
  let fields: readonly HostedField[] = [];
  const over = new AbortController();
  let wasReady = false;
  let warned = false;
  let shown = '';
  let announcement: ReturnType<typeof setTimeout> | undefined;

  const find = (type: unknown) => fields.find((field) => field.type === type);

  const isUntouched = () => fields.every(({ state }) => state?.empty && !state.focus);

  const currentState = (): CardState => ({
    fields: Object.fromEntries(fields.map(({ type, state }) => [type, { ...state }])),
  });

  /** Returns the pending tokens that wait for this leader; without a leader, those that wait for all fields. */
  const waitingFor = (type?: FieldType) => [...waiting].filter(({ leader }) => leader === type);

  /** The leader will not answer its pending requests. */
  const abandon = (type: FieldType) => {
    for (const pending of waitingFor(type)) pending.reject(lost(type));
  };

  const settled = (pending: Pending): Promise<TokenAnswer | undefined> => {
    waiting.add(pending);
    return pending.promise.finally(() => waiting.delete(pending));
  };

  const checkAlive = () => {
    for (const { problem } of fields) if (problem) throw problem;
  };

  const announce = () => {
    const state = currentState();
    const now = JSON.stringify(state);
    if (now === shown) return;
    shown = now;
    events.emit('change', state);
  };

  const hearWindow = ({ source, origin, data }: MessageEvent) => {
    const { kind, protocol, type, group } = members(data);
    if (kind !== 'hello' || origin !== frameContext.origin || group !== frameContext.group) return;
    find(type)?.greet(source, protocol);
  };

  const labelClicked = (event: Event) => {
    const [clicked] = event.composedPath();
    const label = clicked instanceof Element ? plain(clicked).closest('label') : null;
    if (!label) return;
    for (const field of fields) {
      const named = label.htmlFor !== '' && label.htmlFor === field.target.id;
      if (named || label.contains(field.target)) field.focus();
    }
  };

  const self: HostedFields = {
    get size() {
      return fields.length;
    },

    get ready() {
      return fields.every(({ state }) => state);
    },

    get codeOnly() {
      return fields.every(({ type }) => type === 'cvv');
    },

    tokenOf: tokensByForm(),

    place(targets, config) {
      const remaining = fields.filter((field) => {
        const stays = targets.get(field.type) === field.target && field.connected && !field.failure;
        if (!stays) {
          field.destroy();
          abandon(field.type);
        }
        return stays;
      });
      fields = [...targets].map(([type, target]) => {
        const settings = fieldSettings(config, type);
        const field = remaining.find((each) => each.type === type);
        field?.configure(settings);
        return field ?? hostedField(type, target, settings, frameContext, self);
      });
      const added = fields.filter((field) => !remaining.includes(field));
      for (const field of added) field.fit();
      for (const field of added) {
        wasReady = false;
        field.load();
      }
    },

    field(type) {
      const found = find(type);
      if (found) return found;
      throw new ServiceError('missing-hosted-field-target', { type });
    },

    leader(config) {
      if (find('number')) return 'number';
      if (find('cvv') && self.codeOnly) return 'cvv';
      throw missingTarget('number', config.fields.number.selector);
    },

    async token(leader, request) {
      if (!self.ready) {
        checkAlive();
        await settled(deferred('The card frame', request.timeout));
      }
      checkAlive();
      const id = randomId();
      find(leader)?.send({ kind: 'token', id, ...request });
      const answer = deferred<TokenAnswer | undefined>('The card frame', request.timeout + GRACE_MS);
      return (await settled({ ...answer, id, leader })) as TokenAnswer;
    },

    destroy(error) {
      over.abort();
      clearTimeout(announcement);
      for (const field of fields) {
        field.destroy();
        plain(field.target).replaceChildren();
      }
      fields = [];
      for (const pending of waiting) pending.reject(error);
    },

    unstyled() {
      if (!warned) console.warn('No field height: load service.css.');
      warned = true;
    },

    answered(id, answer) {
      for (const pending of waiting) if (pending.id === id) pending.resolve(answer);
    },

    lost(type) {
      wasReady = false;
      abandon(type);
    },

    failed(error) {
      for (const pending of waitingFor()) pending.reject(error);
      events.emit('error', error);
    },

    stateChanged() {
      if (!self.ready) return;
      if (!wasReady) {
        wasReady = true;
        if (!shown && isUntouched()) shown = JSON.stringify(currentState());
        for (const pending of waitingFor()) pending.resolve(undefined);
        events.emit('ready');
      }
      // Month and year change together, in two messages; the page gets one event.
      announcement ??= setTimeout(() => {
        announcement = undefined;
        if (self.ready) announce();
      });
    },

    /**
     * Emits `field:submit` in a separate task, so that the page gets the change event of what was typed before Enter
     * first.
     */
    submitted() {
      setTimeout(() => {
        if (!fields.length) return;
        if (self.ready) announce();
        events.emit('field:submit');
      });
    },
  };

  addEventListener('message', hearWindow, over);
  document.addEventListener('click', labelClicked, over);
  return self;
};
