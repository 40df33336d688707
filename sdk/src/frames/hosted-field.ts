import {
  type FieldState,
  type FieldType,
  type GivenOptions,
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
import { fillName } from './cardholder.ts';
import { createContainer, createFrame, showState } from './container.ts';
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
export interface HostedField extends Tenant {
  readonly type: FieldType;
  readonly target: Element;
  /** Undefined until the frame is ready, and again while it is being replaced. */
  state: FieldState | NumberState | undefined;
  failure: ServiceError | undefined;
  /** Why the field cannot be used, or undefined while it can. */
  readonly problem: ServiceError | undefined;
  /** Loads the frame into the container. Apart from the beginning, which measures: frames make that slow. */
  load(): void;
  /** The frame's document runs, if it is the `source`: gives it the other end of a channel, and its options. */
  greet(source: unknown, protocol: unknown): void;
  /** New options; a frame that is not ready yet gets them with its welcome. */
  configure(settings: FieldSettings): void;
  /** Shows the field as invalid for a reason that the page found; empty: no longer. */
  setMessage(message: string): void;
  focus(): void;
  blur(): void;
  clear(): void;
  send(message: ToFrame): void;
  /** Takes the field off the page. Harmless when the page has done so already. */
  destroy(): void;
}

/** Begins a field in its target; it appears once it is told to `load`. */
export const hostedField = (
  type: FieldType,
  target: Element,
  settings: FieldSettings,
  { document, origin, group }: Surroundings,
  owner: Owner,
): HostedField => {
  const name = `${type}-${group}`;
  const address = `${document}#${writeAddress({ protocol: PROTOCOL, type, group, origin: location.origin })}`;
  const container = createContainer(target, name);
  let frame = createFrame(name, settings);
  let message = '';
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retried = false;
  let count = -1;

  const options = () => optionsFor(target, settings, message);

  const disconnect = () => {
    clearTimeout(timer);
    port?.close();
    port = undefined;
    field.state = undefined;
  };

  const fail = (code: 'api-error' | 'api-timeout', words: string) => {
    disconnect();
    field.failure = new ServiceError(code, { message: words, type });
    owner.failed(field.failure);
  };

  const replaceFrame = () => {
    disconnect();
    // The page may have moved it elsewhere.
    frame.remove();
    owner.lost(type);
    if (!container.element.isConnected) return;
    frame = createFrame(name, settings);
    field.load();
  };

  const expectHello = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (retried) {
        fail('api-timeout', `The hosted field did not load from ${document}. Is that its address, and in frame-src?`);
      } else {
        retried = true;
        replaceFrame();
      }
    }, ms);
  };

  /** What to do about each kind of message. */
  const hear: { [Kind in ToPage['kind']]: (said: Extract<ToPage, { kind: Kind }>) => void } = {
    state({ count: their, state }) {
      if (their <= count) return;
      count = their;
      field.state = state;
      showState(container.element, type, state);
      owner.stateChanged();
    },
    submit: owner.submitted,
    name: ({ name }) => fillName(target, name),
    gone: replaceFrame,
    answer: ({ id, answer }) => owner.answered(id, answer),
  };

  const field: HostedField = {
    type,
    target,
    owner,
    state: undefined,
    failure: undefined,

    get problem() {
      return frame.isConnected && frame.src === address ? field.failure : lost(type);
    },

    get connected() {
      return frame.isConnected && container.holds();
    },

    load() {
      // Put in first, it would load an empty document before its own.
      frame.src = address;
      frame.onload = () => port || field.failure || expectHello(HELLO_AFTER_LOAD_MS);
      container.element.replaceChildren(frame);
      expectHello(HELLO_WITHIN_MS);
    },

    greet(source, protocol) {
      if (!source || source !== frame.contentWindow) return;
      if (protocol !== PROTOCOL) {
        fail('api-error', 'Script and frame differ: reload the script.');
        return;
      }
      // A second hello of the same frame: its document was reloaded or replaced.
      if (port) {
        replaceFrame();
        return;
      }
      clearTimeout(timer);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => hear[data.kind as 'gone']?.(data);
      port = port1;
      count = -1;
      const welcome: Welcome = { kind: 'welcome', group, options: options() };
      frame.contentWindow.postMessage(welcome, origin, [port2]);
      // Focused before it had an input.
      const { activeElement } = frame.getRootNode() as Document | ShadowRoot;
      if (activeElement === frame) field.focus();
    },

    configure(next) {
      settings = next;
      frame.title = settings.title;
      frame.tabIndex = settings.tabIndex;
      field.send({ kind: 'configure', options: options() });
    },

    setMessage(text) {
      message = text;
      field.configure(settings);
    },

    focus() {
      frame.focus();
      field.send({ kind: 'focus' });
    },

    blur() {
      frame.blur();
      field.send({ kind: 'blur' });
    },

    clear: () => field.send({ kind: 'clear' }),

    send: (told) => port?.postMessage(told),

    destroy() {
      field.send({ kind: 'destroy' });
      disconnect();
      frame.remove();
      container.leave();
      occupy(target, undefined);
    },
  };

  container.element.addEventListener('click', field.focus);
  occupy(target, field);
  return field;
};
