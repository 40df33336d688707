import { type FieldType, members, type TokenAnswer, type TokenRequest } from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import { type Config, fieldSettings } from '../options.ts';
import { randomId } from '../random.ts';
import type { CardState } from '../types.ts';
import { type Deferred, deferred } from './deferred.ts';
import { type HostedField, hostedField, lost, type Owner, type Surroundings } from './hosted-field.ts';
import { missingTarget } from './targets.ts';

/** Digest of the document that the build made beside this script. Browsers keep it for ever at that address. */
declare const FRAME_DIGEST: string;

/** Beyond the request's own timeout: for a frame that can no longer tell that it ran out. */
const GRACE_MS = 5_000;

/** What the fields have to say: `ready` for the first time, and again after one was replaced. */
type Events = { ready: []; change: [CardState]; 'field:submit': []; error: [ServiceError] };

interface Voice {
  emit<Name extends keyof Events>(event: Name, ...args: Events[Name]): unknown;
}

/** What a token waits for: first that all fields are ready, then the answer of the leader to the question `id`. */
interface Pending extends Deferred<TokenAnswer | undefined> {
  readonly id?: string;
  readonly leader?: FieldType;
}

/** The card fields of one instance: they come and go with `place`, and make a token together. */
export interface HostedFields extends Owner {
  readonly size: number;
  readonly ready: boolean;
  /** Whether the page collects a security code alone. */
  readonly codeOnly: boolean;
  /**
   * Puts fields where the targets are. A field that still stands in its target is restyled and keeps its value;
   * others are taken away or begun anew.
   */
  place(targets: ReadonlyMap<FieldType, Element>, config: Config): void;
  /** A field of the page. Throws missing-hosted-field-target when it has none of that name. */
  field(type: string): HostedField;
  /** The field that speaks for the card. Throws missing-hosted-field-target when the page has none. */
  leader(config: Config): FieldType;
  /** Asks the leader for a token once all fields are ready. Rejects with a ServiceError, in bounded time. */
  token(leader: FieldType, request: Omit<TokenRequest, 'kind' | 'id'>): Promise<TokenAnswer>;
  /** Takes the fields off the page; whoever waits for them gets the error. */
  destroy(error: ServiceError): void;
}

/** The fields of an instance that speaks with this voice. The page has none until they are placed. */
export const hostedFields = (api: string, voice: Voice): HostedFields => {
  const surroundings: Surroundings = {
    document: `${api}/field.html?v=${FRAME_DIGEST}`,
    origin: new URL(api).origin,
    group: randomId(),
  };
  const waiting = new Set<Pending>();
  let fields: readonly HostedField[] = [];
  let wasReady = false;
  let shown = '';
  let announcement: ReturnType<typeof setTimeout> | undefined;

  const find = (type: unknown) => fields.find((field) => field.type === type);

  const isUntouched = () => fields.every(({ state }) => state?.empty && !state.focus);

  const currentState = (): CardState => ({
    fields: Object.fromEntries(fields.map(({ type, state }) => [type, { ...state }])),
  });

  /** What waits for an answer of this leader; without one, for all fields. */
  const waitingFor = (type?: FieldType) => [...waiting].filter(({ leader }) => leader === type);

  /** Whatever the leader was asked will not be answered. */
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
    voice.emit('change', state);
  };

  const hearWindow = ({ source, origin, data }: MessageEvent) => {
    const { kind, protocol, type, group } = members(data);
    if (kind !== 'hello' || origin !== surroundings.origin || group !== surroundings.group) return;
    find(type)?.greet(source, protocol);
  };

  const labelClicked = (event: Event) => {
    const [clicked] = event.composedPath();
    const label = clicked instanceof Element ? clicked.closest('label') : null;
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

    place(targets, config) {
      const kept = fields.filter((field) => {
        const stays = targets.get(field.type) === field.target && field.connected && !field.failure;
        if (!stays) {
          field.destroy();
          abandon(field.type);
        }
        return stays;
      });
      fields = [...targets].map(([type, target]) => {
        const settings = fieldSettings(config, type);
        const field = kept.find((each) => each.type === type);
        field?.configure(settings);
        return field ?? hostedField(type, target, settings, surroundings, self);
      });
      for (const field of fields) {
        if (kept.includes(field)) continue;
        wasReady = false;
        field.load();
      }
    },

    field(type) {
      const found = find(type);
      if (found) return found;
      throw new ServiceError('missing-hosted-field-target', {
        message: `The page has no hosted field \`${type}\`.`,
        type,
      });
    },

    leader(config) {
      if (find('number')) return 'number';
      if (find('cvv') && self.codeOnly) return 'cvv';
      throw missingTarget('number', config.fields.number.selector);
    },

    async token(leader, request) {
      if (!self.ready) {
        checkAlive();
        await settled(deferred('The hosted fields', request.timeout));
      }
      checkAlive();
      const id = randomId();
      find(leader)?.send({ kind: 'token', id, ...request });
      const answer = deferred<TokenAnswer | undefined>('The card frame', request.timeout + GRACE_MS);
      return (await settled({ ...answer, id, leader })) as TokenAnswer;
    },

    destroy(error) {
      removeEventListener('message', hearWindow);
      document.removeEventListener('click', labelClicked);
      clearTimeout(announcement);
      for (const field of fields) {
        field.destroy();
        field.target.replaceChildren();
      }
      fields = [];
      for (const pending of waiting) pending.reject(error);
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
      voice.emit('error', error);
    },

    stateChanged() {
      if (!self.ready) return;
      if (!wasReady) {
        wasReady = true;
        if (!shown && isUntouched()) shown = JSON.stringify(currentState());
        for (const pending of waitingFor()) pending.resolve(undefined);
        voice.emit('ready');
      }
      // Month and year change together, in two messages; the page hears of them once.
      announcement ??= setTimeout(() => {
        announcement = undefined;
        if (self.ready) announce();
      });
    },

    /** In a task of its own, so that the page hears first of what was typed before Enter. */
    submitted() {
      setTimeout(() => {
        if (!fields.length) return;
        if (self.ready) announce();
        voice.emit('field:submit');
      });
    },
  };

  addEventListener('message', hearWindow);
  document.addEventListener('click', labelClicked);
  return self;
};
