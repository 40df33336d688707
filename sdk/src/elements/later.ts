import { deliver } from '../callback.ts';
import { Emitter } from '../emitter.ts';
import { earlyFields } from '../frames/early.ts';
import { requireSupportedPage } from '../frames/supported-page.ts';
import { needTarget } from '../frames/targets.ts';
import type { HostedField } from '../frames/types.ts';
import { loadOnDemand } from '../load-on-demand.ts';
import type { Methods } from '../payment-form/payment-form.ts';
import { plain } from '../plain.ts';
import type { ElementsOptions, PaymentFormOptions, Token } from '../types.ts';
import type { Instance } from './combined-card.ts';
import type { Core, EventReceiver, Loaded, LoadedElements } from './core.ts';
import type { Elements } from './types.ts';

/** A card in one line, as its instance calls it. */
export interface CombinedCard extends Pick<HostedField, 'send'> {
  /** All of its fields are ready. */
  readonly ready?: boolean;
  /** Absent: a card has fields. */
  readonly size?: number;
  attach(target: Element): void;
  focus(field: string): void;
  blur(field: string): void;
  clear(field: string): void;
  setMessage(text: string, field: string): void;
  token(form: unknown): Promise<Token>;
}

/** The message for customers whose browser did not get the file with the others: they may be offline. */
export const UNLOADED = 'The payment form did not load. Reload the page.';

/** The same about an error that is not of this library: the customer may have been charged. */
export const UNKNOWN = 'Check your order before paying again.';

const METHODS = 'attach detach configure focus blur clear setMessage send remove fillTestCard';
const KINDS = 'Card CardNumber CardExpiry CardMonth CardYear CardCvv';

type Method = (...args: readonly unknown[]) => unknown;

/**
 * Returns an object whose methods run in order once the object that `open` returns is loaded. It emits what that object
 * reports, and `error` if it cannot be loaded or a method fails.
 */
export const onceLoaded = <Public>(
  open: (events: EventReceiver) => Promise<Loaded>,
  prepare?: (target: Element) => unknown,
): Public => {
  const self = new Emitter() as Emitter<Record<string, unknown[]>> & Record<string, Method>;
  const loaded = open(self);
  const failed = (error: unknown) => self.emit('error', error);
  loaded.catch(failed);
  for (const name of METHODS.split(' ')) {
    self[name] = (...args) => {
      const target = name === 'attach' && needTarget(args[0]);
      const prepared = target && prepare?.(target);
      loaded
        .then(
          (each) => (each as Record<string, Method>)[name]!(...(target ? [target, prepared] : args)),
          () => {
            if (target) plain(target).replaceChildren(UNLOADED);
          },
        )
        .catch(failed);
      return self;
    };
  }
  for (const name of ['token', 'confirm', 'validate'] as const) {
    self[name] = (given, callback) => deliver(callback, async () => (await loaded)[name]!(given));
  }
  return self as Public;
};

/** Returns what an instance loads of that kind: a payment form or a challenge. */
export const objectLater = <Public>(
  kind: 'PaymentForm' | 'ThreeDSecure' | 'CombinedCard',
  core: Core,
  options: object,
  methods: Methods & Instance,
): Public => {
  const opened = loadOnDemand(core.config().api);
  const offered = (options as PaymentFormOptions).methods ?? ['card'];
  return onceLoaded(
    (events) => opened.then((file) => file[kind](core, options as never, events, methods)),
    kind === 'PaymentForm' && offered.includes('card') ? (target) => earlyFields(target, core.config()) : undefined,
  );
};

/** Returns the elements of an instance. */
export const elementsLater = (core: Core, options?: ElementsOptions): Elements => {
  const { api } = core.config();
  requireSupportedPage(api);
  const opened = loadOnDemand(api);
  let all: Promise<LoadedElements>;
  const self = onceLoaded<Record<string, unknown>>((events) => {
    all = opened.then((file) => file.elements(core, events, undefined, undefined, options?.texts));
    return all;
  });
  for (const kind of KINDS.split(' ')) {
    self[`${kind}Element`] = (options = {}) =>
      onceLoaded((events) => all.then((each) => each.create(kind, options as object, events)));
  }
  return self as never;
};
