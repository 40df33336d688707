import {
  type FieldType,
  members,
  originOf,
  type TokenAnswer,
  type TokenRequest,
} from '@service/hosted-fields/protocol';
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
export class HostedFields implements Owner {
  #fields: readonly HostedField[] = [];
  readonly #pending = new Set<Pending>();
  readonly #surroundings: Surroundings;
  readonly #voice: Voice;
  #wasReady = false;
  #shown = '';
  #announcement: ReturnType<typeof setTimeout> | undefined;

  constructor(api: string, voice: Voice) {
    const address = `${api}/field.html?v=${FRAME_DIGEST}`;
    this.#surroundings = { document: address, origin: originOf(api) ?? '', group: randomId() };
    this.#voice = voice;
    addEventListener('message', this.#hearWindow);
    document.addEventListener('click', this.#labelClicked);
  }

  get size(): number {
    return this.#fields.length;
  }

  get ready(): boolean {
    return this.#fields.every(({ state }) => state);
  }

  /** Whether the page collects a security code alone. */
  get codeOnly(): boolean {
    return this.#fields.every(({ type }) => type === 'cvv');
  }

  get #untouched(): boolean {
    return this.#fields.every(({ state }) => state?.empty && !state.focus);
  }

  get state(): CardState {
    return { fields: Object.fromEntries(this.#fields.map(({ type, state }) => [type, { ...state }])) };
  }

  /**
   * Puts fields where the targets are. A field that still stands in its target is restyled and keeps its value;
   * others are taken away or begun anew.
   */
  place(targets: ReadonlyMap<FieldType, Element>, config: Config): void {
    const kept = this.#fields.filter((field) => {
      const stays = targets.get(field.type) === field.target && field.connected && !field.failure;
      if (!stays) {
        field.destroy();
        this.#abandon(field.type);
      }
      return stays;
    });
    this.#fields = [...targets].map(([type, target]) => {
      const settings = fieldSettings(config, type);
      const field = kept.find((each) => each.type === type);
      field?.configure(settings);
      return field ?? hostedField(type, target, settings, this.#surroundings, this);
    });
    for (const field of this.#fields) {
      if (kept.includes(field)) continue;
      this.#wasReady = false;
      field.load();
    }
  }

  /** A field of the page. Throws missing-hosted-field-target when it has none of that name. */
  field(type: string): HostedField {
    const found = this.#find(type);
    if (found) return found;
    throw new ServiceError('missing-hosted-field-target', {
      message: `The page has no hosted field \`${type}\`. It has: ${this.#fields.map((field) => field.type).join(', ') || 'none'}.`,
      type,
    });
  }

  #find(type: unknown): HostedField | undefined {
    return this.#fields.find((field) => field.type === type);
  }

  /** The field that speaks for the card. Throws missing-hosted-field-target when the page has none. */
  leader(config: Config): FieldType {
    if (this.#find('number')) return 'number';
    if (this.#find('cvv') && this.codeOnly) return 'cvv';
    throw missingTarget('number', config.fields.number.selector);
  }

  /** Asks the leader for a token once all fields are ready. Rejects with a ServiceError, in bounded time. */
  async token(leader: FieldType, request: Omit<TokenRequest, 'kind' | 'id'>): Promise<TokenAnswer> {
    if (!this.ready) {
      this.#checkAlive();
      await this.#settled(deferred('The hosted fields', request.timeout));
    }
    this.#checkAlive();
    const id = randomId();
    this.#find(leader)?.send({ kind: 'token', id, ...request });
    const answer = deferred<TokenAnswer | undefined>('The card frame', request.timeout + GRACE_MS);
    return (await this.#settled({ ...answer, id, leader })) as TokenAnswer;
  }

  /** Takes the fields off the page; whoever waits for them gets the error. */
  destroy(error: ServiceError): void {
    removeEventListener('message', this.#hearWindow);
    document.removeEventListener('click', this.#labelClicked);
    clearTimeout(this.#announcement);
    for (const field of this.#fields) {
      field.destroy();
      field.target.replaceChildren();
    }
    this.#fields = [];
    for (const pending of this.#pending) pending.reject(error);
  }

  #settled(pending: Pending): Promise<TokenAnswer | undefined> {
    this.#pending.add(pending);
    return pending.promise.finally(() => this.#pending.delete(pending));
  }

  /** Whatever the leader was asked will not be answered. */
  #abandon(type: FieldType): void {
    for (const pending of this.#waiting(type)) pending.reject(lost(type));
  }

  /** What waits for an answer of this leader; without one, for all fields. */
  #waiting(type?: FieldType): readonly Pending[] {
    return [...this.#pending].filter(({ leader }) => leader === type);
  }

  #checkAlive(): void {
    for (const { problem } of this.#fields) if (problem) throw problem;
  }

  answered(id: string, answer: TokenAnswer): void {
    for (const pending of this.#pending) if (pending.id === id) pending.resolve(answer);
  }

  lost(type: FieldType): void {
    this.#wasReady = false;
    this.#abandon(type);
  }

  failed(error: ServiceError): void {
    for (const pending of this.#waiting()) pending.reject(error);
    this.#voice.emit('error', error);
  }

  stateChanged(): void {
    if (!this.ready) return;
    if (!this.#wasReady) {
      this.#wasReady = true;
      if (!this.#shown && this.#untouched) this.#shown = JSON.stringify(this.state);
      for (const pending of this.#waiting()) pending.resolve(undefined);
      this.#voice.emit('ready');
    }
    // Month and year change together, in two messages; the page hears of them once.
    this.#announcement ??= setTimeout(() => {
      this.#announcement = undefined;
      if (this.ready) this.#announce();
    });
  }

  /** In a task of its own, so that the page hears first of what was typed before Enter. */
  readonly submitted = (): void => {
    setTimeout(() => {
      if (!this.size) return;
      if (this.ready) this.#announce();
      this.#voice.emit('field:submit');
    });
  };

  #announce(): void {
    const { state } = this;
    const shown = JSON.stringify(state);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#voice.emit('change', state);
  }

  readonly #hearWindow = ({ source, origin, data }: MessageEvent): void => {
    const { kind, protocol, type, group } = members(data);
    if (kind !== 'hello' || origin !== this.#surroundings.origin || group !== this.#surroundings.group) return;
    this.#find(type)?.greet(source, protocol);
  };

  readonly #labelClicked = (event: Event): void => {
    const [clicked] = event.composedPath();
    const label = clicked instanceof Element ? clicked.closest('label') : null;
    if (!label) return;
    for (const field of this.#fields) {
      const named = label.htmlFor !== '' && label.htmlFor === field.target.id;
      if (named || label.contains(field.target)) field.focus();
    }
  };
}
