import {
  type FieldType,
  type GivenOptions,
  PROTOCOL,
  type ToPage,
  type Welcome,
  writeAddress,
} from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import { loadFile } from '../load-file.ts';
import { followPage } from '../load-theme.ts';
import { isOnDark } from '../on-dark.ts';
import type { FieldSettings } from '../options.ts';
import { languageAround } from '../plain.ts';
import { createContainer, createFrame, giveHeight, showState } from './container.ts';
import { setFieldOf } from './place.ts';
import type { HostedField, Owner } from './types.ts';

/**
 * The time limits for a frame's first message, in total and once it has loaded a document: an error page sends none.
 */
const HELLO_WITHIN_MS = 15_000;
const HELLO_AFTER_LOAD_MS = 3_000;

/** The part of the file that is loaded on demand, which imports this one. */
interface NameFiller {
  fillName(field: Element, name: string): void;
}

/** The values that all fields of one instance share. */
export interface FrameContext {
  readonly api: string;
  /** The address of the frame's document, without a fragment. */
  readonly document: string;
  /** The origin of that document. */
  readonly origin: string;
  readonly group: string;
}

/** Returns the settings, with language and direction of the element around the field, and text that is seen on it. */
const optionsFor = (target: Element, { options }: FieldSettings, message: string): GivenOptions => ({
  ...options,
  style: { fontColor: isOnDark(target) ? '#fff' : '#000', ...options.style },
  message,
  lang: options.lang || languageAround(target),
  rtl: getComputedStyle(target).direction === 'rtl',
});

/** Returns the error for pending requests to a field that the page removed. */
export const lost = (type: FieldType): ServiceError =>
  new ServiceError('api-error', {
    message: 'The field was removed.',
    type,
  });

/** Creates a field in its target; the frame loads when `load` is called. */
export const hostedField = (
  type: FieldType,
  target: Element,
  settings: FieldSettings,
  { api, document, origin, group }: FrameContext,
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
  const over = new AbortController();

  const options = () => optionsFor(container.element, settings, message);

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
    // The page may have moved the container.
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

  /** Handlers by kind of message. */
  const hear: { [Kind in ToPage['kind']]: (said: Extract<ToPage, { kind: Kind }>) => unknown } = {
    state({ count: their, state }) {
      if (their <= count) return;
      count = their;
      field.state = state;
      showState(container.element, type, state);
      owner.stateChanged();
    },
    submit: owner.submitted,
    name: ({ name }) => loadFile<NameFiller>(api).then(({ fillName }) => fillName(target, name)),
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
      // Inserted before the address is set, the frame would load an empty document first.
      frame.src = address;
      frame.onload = () => port || field.failure || expectHello(HELLO_AFTER_LOAD_MS);
      container.element.replaceChildren(frame);
      expectHello(HELLO_WITHIN_MS);
    },

    fit() {
      if (giveHeight(container.element, target)) owner.unstyled();
    },

    greet(source, protocol) {
      if (!source || source !== frame.contentWindow) return;
      if (protocol !== PROTOCOL) {
        fail('api-error', 'Reload the script.');
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
      // The frame got the focus before it had an input.
      const { activeElement } = frame.getRootNode() as Document | ShadowRoot;
      if (activeElement === frame) field.focus();
    },

    configure(next) {
      settings = next;
      frame.title = settings.title;
      frame.tabIndex = settings.tabIndex;
      field.restyle();
    },

    restyle() {
      field.send({ kind: 'configure', options: options() });
    },

    setMessage(text) {
      message = text;
      field.restyle();
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

    send: (message) => port?.postMessage(message),

    destroy() {
      field.send({ kind: 'destroy' });
      disconnect();
      over.abort();
      frame.remove();
      container.leave();
      setFieldOf(target, undefined);
    },
  };

  container.element.addEventListener('click', field.focus);
  followPage((name) => loadFile(api, name), container.element, over.signal, field.restyle);
  setFieldOf(target, field);
  return field;
};
