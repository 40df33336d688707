import {
  type FieldState,
  type FieldType,
  type GivenOptions,
  type Hello,
  type NumberState,
  PROTOCOL,
  type ToFrame,
  type TokenAnswer,
  type ToPage,
  type Welcome,
  writeAddress,
} from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import type { FieldSettings } from '../options.ts';
import { type Container, createContainer, createFrame, showState } from './container.ts';
import { occupy, type Tenant } from './place.ts';

/** How long a frame may take to say hello, and how long once it has loaded something: an error page says nothing. */
const HELLO_WITHIN_MS = 15_000;
const HELLO_AFTER_LOAD_MS = 3_000;

/** What all fields of one instance share. */
export interface Surroundings {
  /** Address of the frame's document, without a fragment. */
  readonly document: string;
  /** Origin of that document. */
  readonly origin: string;
  readonly group: string;
}

/** What a field tells the form it belongs to. */
export interface Owner {
  stateChanged(): void;
  submitted(): void;
  /** The browser knew the name on the card. */
  named(type: FieldType, name: string): void;
  answered(id: string, answer: TokenAnswer): void;
  /** The frame lost its document, and with it whatever it was asked. */
  lost(type: FieldType): void;
  failed(error: ServiceError): void;
}

/** The settings, with what the element around the field says of language and direction. */
const optionsFor = (target: Element, { options }: FieldSettings, message: string): GivenOptions => ({
  ...options,
  message,
  lang: options.lang || (target.closest('[lang]')?.getAttribute('lang') ?? ''),
  rtl: getComputedStyle(target).direction === 'rtl',
});

/** What to tell whoever relied on a field that the page took away. */
export const lost = (type: FieldType): ServiceError =>
  new ServiceError('api-error', {
    message: `The hosted field \`${type}\` was removed, reloaded or led elsewhere.`,
    type,
  });

/** One field of the card on the merchant's page: its container, its frame, and the private port to it. */
export class HostedField implements Tenant {
  readonly type: FieldType;
  readonly target: Element;
  readonly owner: Owner;
  /** Undefined until the frame is ready, and again while it is being replaced. */
  state: FieldState | NumberState | undefined;
  failure: ServiceError | undefined;
  readonly #surroundings: Surroundings;
  readonly #container: Container;
  #settings: FieldSettings;
  #message = '';
  #frame: HTMLIFrameElement;
  #port: MessagePort | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retried = false;
  #count = -1;

  constructor(type: FieldType, target: Element, settings: FieldSettings, surroundings: Surroundings, owner: Owner) {
    this.type = type;
    this.target = target;
    this.#settings = settings;
    this.#surroundings = surroundings;
    this.owner = owner;
    this.#container = createContainer(target, this.#name);
    this.#container.element.addEventListener('click', () => this.focus());
    this.#frame = createFrame(this.#name, settings);
    occupy(target, this);
  }

  /** Why the field cannot be used, or undefined while it can. */
  get problem(): ServiceError | undefined {
    const { isConnected, src } = this.#frame;
    return isConnected && src === this.#address ? this.failure : lost(this.type);
  }

  /** Whether the field still stands where it was put. */
  get connected(): boolean {
    return this.#frame.isConnected && this.#container.holds();
  }

  isFrame(source: unknown): boolean {
    return source !== null && source === this.#frame.contentWindow;
  }

  /** Loads the frame into the container. Apart from the constructor, which measures: frames make that slow. */
  load(): void {
    // Put in first, it would load an empty document before its own.
    this.#frame.src = this.#address;
    this.#frame.onload = () => this.#port || this.failure || this.#expectHello(HELLO_AFTER_LOAD_MS);
    this.#container.element.replaceChildren(this.#frame);
    this.#expectHello(HELLO_WITHIN_MS);
  }

  /** The frame's document runs: gives it the other end of a channel, and its options. */
  greet({ protocol }: Hello): void {
    if (protocol !== PROTOCOL) {
      this.#fail('api-error', 'Script and card frame are of different versions: load the script afresh.');
      return;
    }
    // A second hello of the same frame: its document was reloaded or replaced.
    if (this.#port) {
      this.#replaceFrame();
      return;
    }
    clearTimeout(this.#timer);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => this.#hear(data);
    this.#port = port1;
    this.#count = -1;
    const { group, origin } = this.#surroundings;
    const welcome: Welcome = { kind: 'welcome', group, options: this.#options };
    this.#frame.contentWindow?.postMessage(welcome, origin, [port2]);
    // Focused before it had an input.
    const { activeElement } = this.#frame.getRootNode() as Document | ShadowRoot;
    if (activeElement === this.#frame) this.focus();
  }

  /** New options; a frame that is not ready yet gets them with its welcome. */
  configure(settings: FieldSettings): void {
    this.#settings = settings;
    this.#frame.title = settings.title;
    this.#frame.tabIndex = settings.tabIndex;
    this.send({ kind: 'configure', options: this.#options });
  }

  /** Shows the field as invalid for a reason that the page found; empty: no longer. */
  setMessage(message: string): void {
    this.#message = message;
    this.configure(this.#settings);
  }

  focus(): void {
    this.#frame.focus();
    this.send({ kind: 'focus' });
  }

  blur(): void {
    this.#frame.blur();
    this.send({ kind: 'blur' });
  }

  clear(): void {
    this.send({ kind: 'clear' });
  }

  send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  /** Takes the field off the page. Harmless when the page has done so already. */
  destroy(): void {
    this.send({ kind: 'destroy' });
    this.#disconnect();
    this.#frame.remove();
    this.#container.leave();
    occupy(this.target, undefined);
  }

  get #options(): GivenOptions {
    return optionsFor(this.target, this.#settings, this.#message);
  }

  get #name(): string {
    return `${this.type}-${this.#surroundings.group}`;
  }

  get #address(): string {
    const { document, group } = this.#surroundings;
    return `${document}#${writeAddress({ protocol: PROTOCOL, type: this.type, group, origin: location.origin })}`;
  }

  #expectHello(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#missHello(), ms);
  }

  #missHello(): void {
    if (this.#retried) {
      const reason = 'Look for a blocker, frame-src of a security policy, or a wrong `api` option';
      this.#fail('api-timeout', `The hosted field did not load from ${this.#surroundings.document}. ${reason}.`);
      return;
    }
    this.#retried = true;
    this.#replaceFrame();
  }

  #replaceFrame(): void {
    this.#disconnect();
    // The page may have moved it elsewhere.
    this.#frame.remove();
    this.owner.lost(this.type);
    if (!this.#container.element.isConnected) return;
    this.#frame = createFrame(this.#name, this.#settings);
    this.load();
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    this.#port?.close();
    this.#port = undefined;
    this.state = undefined;
  }

  #fail(code: 'api-error' | 'api-timeout', message: string): void {
    this.#disconnect();
    this.failure = new ServiceError(code, { message, type: this.type });
    this.owner.failed(this.failure);
  }

  #show(count: number, state: FieldState | NumberState): void {
    if (count <= this.#count) return;
    this.#count = count;
    this.state = state;
    showState(this.#container.element, this.type, state);
    this.owner.stateChanged();
  }

  #hear(message: ToPage): void {
    switch (message.kind) {
      case 'state':
        this.#show(message.count, message.state);
        break;
      case 'submit':
        this.owner.submitted();
        break;
      case 'name':
        this.owner.named(this.type, message.name);
        break;
      case 'gone':
        this.#replaceFrame();
        break;
      case 'answer':
        this.owner.answered(message.id, message.answer);
        break;
    }
  }
}
