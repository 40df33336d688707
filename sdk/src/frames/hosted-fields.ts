import { type FieldType, originOf, type TokenAnswer, type TokenRequest } from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import { type Config, fieldSettings } from '../options.ts';
import { randomId } from '../random.ts';
import type { CardState } from '../types.ts';
import { version } from '../version.ts';
import { acceptHello } from './accept.ts';
import { fillName } from './cardholder.ts';
import { type Deferred, deferred } from './deferred.ts';
import { HostedField, type Owner, type Surroundings } from './hosted-field.ts';
import { defaultSelector } from './targets.ts';

/** Beyond the request's own timeout: for a frame that can no longer tell that it ran out. */
const GRACE_MS = 5_000;

export interface Watcher {
  /** All fields are ready: for the first time, or again after one was replaced. */
  ready(): void;
  changed(state: CardState): void;
  submitted(): void;
  failed(error: ServiceError): void;
}

interface Pending {
  readonly leader: FieldType;
  readonly answer: Deferred<TokenAnswer>;
}

/** The card fields of one instance: they come and go with `place`, and make a token together. */
export class HostedFields {
  readonly #fields = new Map<FieldType, HostedField>();
  readonly #pending = new Map<string, Pending>();
  readonly #waiting = new Set<Deferred<void>>();
  readonly #surroundings: Surroundings;
  readonly #watcher: Watcher;
  #wasReady = false;
  #shown = '';
  #announcement: ReturnType<typeof setTimeout> | undefined;

  constructor(api: string, watcher: Watcher) {
    this.#surroundings = { document: `${api}/field.html?v=${version}`, origin: originOf(api) ?? '', group: randomId() };
    this.#watcher = watcher;
    addEventListener('message', this.#hearWindow);
    document.addEventListener('click', this.#labelClicked);
  }

  get size(): number {
    return this.#fields.size;
  }

  get ready(): boolean {
    return [...this.#fields.values()].every(({ state }) => state);
  }

  /** Whether the page collects a security code alone. */
  get codeOnly(): boolean {
    return this.#fields.size === 1 && this.#fields.has('cvv');
  }

  get #untouched(): boolean {
    return [...this.#fields.values()].every(({ state }) => state?.empty && !state.focus);
  }

  get state(): CardState {
    const states = [...this.#fields].map(([type, { state }]) => [type, { ...state }]);
    return { fields: Object.fromEntries(states) };
  }

  /**
   * Puts fields where the targets are. A field that still stands in its target is restyled and keeps its value;
   * others are taken away or begun anew.
   */
  place(targets: ReadonlyMap<FieldType, Element>, config: Config): void {
    for (const [type, field] of this.#fields) {
      if (targets.get(type) === field.target && field.connected && !field.failure) continue;
      field.destroy();
      this.#fields.delete(type);
      this.#abandon(type);
    }
    for (const [type, target] of targets) {
      const settings = fieldSettings(config, type);
      const field = this.#fields.get(type);
      if (field) {
        field.configure(settings);
        continue;
      }
      this.#fields.set(type, new HostedField(type, target, settings, this.#surroundings, this.#owner));
      this.#wasReady = false;
    }
  }

  /** A field of the page. Throws missing-hosted-field-target when it has none of that name. */
  field(type: string): HostedField {
    const found = this.#fields.get(type as FieldType);
    if (found) return found;
    throw new ServiceError('missing-hosted-field-target', {
      message: `The page has no hosted field \`${type}\`. It has: ${[...this.#fields.keys()].join(', ') || 'none'}.`,
      type,
    });
  }

  /** The field that speaks for the card. Throws missing-hosted-field-target when the page has none. */
  leader(config: Config): FieldType {
    if (this.#fields.has('number')) return 'number';
    if (this.codeOnly) return 'cvv';
    const selector = config.fields.number.selector ?? defaultSelector('number');
    throw new ServiceError('missing-hosted-field-target', {
      message: `A card token needs the hosted field \`number\`, and ${String(selector)} matched no element when configure was called.`,
      type: 'number',
      selector: String(selector),
    });
  }

  /** Asks the leader for a token once all fields are ready. Rejects with a ServiceError, in bounded time. */
  async token(leader: FieldType, request: Omit<TokenRequest, 'kind' | 'id'>): Promise<TokenAnswer> {
    await this.#whenReady(request.timeout);
    this.#checkAlive();
    const id = randomId();
    const answer = deferred<TokenAnswer>(request.timeout + GRACE_MS, 'The card frame did not answer in time.');
    this.#pending.set(id, { leader, answer });
    this.#fields.get(leader)?.send({ kind: 'token', id, ...request });
    return answer.promise.finally(() => this.#pending.delete(id));
  }

  destroy(): void {
    removeEventListener('message', this.#hearWindow);
    document.removeEventListener('click', this.#labelClicked);
    clearTimeout(this.#announcement);
    for (const field of this.#fields.values()) {
      field.destroy();
      field.target.replaceChildren();
    }
    this.#fields.clear();
    const error = new ServiceError('api-error', { message: 'The instance was destroyed before a token was made.' });
    for (const { answer } of this.#pending.values()) answer.reject(error);
    for (const ready of this.#waiting) ready.reject(error);
  }

  async #whenReady(timeout: number): Promise<void> {
    if (this.ready) return;
    this.#checkAlive();
    const ready = deferred<void>(timeout, 'The hosted fields did not become ready in time.');
    this.#waiting.add(ready);
    await ready.promise.finally(() => this.#waiting.delete(ready));
  }

  #checkAlive(): void {
    for (const { problem, failure } of this.#fields.values()) {
      if (failure) throw failure;
      if (problem) throw new ServiceError('api-error', { message: problem });
    }
  }

  /** Whatever the leader was asked will not be answered. */
  #abandon(type: FieldType): void {
    const error = new ServiceError('api-error', {
      message: `The hosted field \`${type}\` was removed or reloaded while its token was being made.`,
      type,
    });
    for (const { leader, answer } of this.#pending.values()) if (leader === type) answer.reject(error);
  }

  readonly #owner: Owner = {
    stateChanged: () => this.#stateChanged(),
    submitted: () => this.#submitted(),
    named: (type, name) => fillName(this.field(type).target, name),
    answered: (id, answer) => this.#pending.get(id)?.answer.resolve(answer),
    lost: (type) => {
      this.#wasReady = false;
      this.#abandon(type);
    },
    failed: (error) => {
      for (const ready of this.#waiting) ready.reject(error);
      this.#watcher.failed(error);
    },
  };

  #stateChanged(): void {
    if (!this.ready) return;
    if (!this.#wasReady) {
      this.#wasReady = true;
      if (!this.#shown && this.#untouched) this.#shown = JSON.stringify(this.state);
      for (const ready of this.#waiting) ready.resolve();
      this.#watcher.ready();
    }
    // Month and year change together, in two messages; the page hears of them once.
    this.#announcement ??= setTimeout(() => {
      this.#announcement = undefined;
      if (this.ready) this.#announce();
    });
  }

  /** In a task of its own, so that the page hears first of what was typed before Enter. */
  #submitted(): void {
    setTimeout(() => {
      if (!this.size) return;
      if (this.ready) this.#announce();
      this.#watcher.submitted();
    });
  }

  #announce(): void {
    const { state } = this;
    const shown = JSON.stringify(state);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#watcher.changed(state);
  }

  readonly #hearWindow = ({ source, origin, data }: MessageEvent): void => {
    if (origin !== this.#surroundings.origin) return;
    const hello = acceptHello(data);
    if (!hello || hello.group !== this.#surroundings.group) return;
    const field = this.#fields.get(hello.type);
    if (field?.isFrame(source)) field.greet(hello);
  };

  readonly #labelClicked = (event: Event): void => {
    const [clicked] = event.composedPath();
    const label = clicked instanceof Element ? clicked.closest('label') : null;
    if (!label) return;
    for (const field of this.#fields.values()) {
      const named = label.htmlFor !== '' && label.htmlFor === field.target.id;
      if (named || label.contains(field.target)) field.focus();
    }
  };
}
