import { deliver } from '../callback.ts';
import { Emitter } from '../emitter.ts';
import { needTarget } from '../frames/targets.ts';
import { loadOnDemand } from '../load-on-demand.ts';
import type { Methods } from '../payment-form/payment-form.ts';
import type { PaymentFormOptions } from '../types.ts';
import type { Core, Events, Loaded, LoadedElements } from './core.ts';
import type { Elements, PaymentForm } from './types.ts';

const METHODS = 'attach detach configure focus blur clear setMessage';
const KINDS = 'Card CardNumber CardExpiry CardMonth CardYear CardCvv';

type Method = (...args: readonly unknown[]) => unknown;

/**
 * Returns an object whose methods run in order once the object that `open` returns is loaded. It emits what that object
 * reports, and `error` if it cannot be loaded or a method fails.
 */
export const later = <Public>(open: (events: Events) => Promise<Loaded>): Public => {
  const self = new Emitter() as Emitter<Record<string, unknown[]>> & Record<string, Method>;
  const loaded = open(self);
  const failed = (error: unknown) => self.emit('error', error);
  loaded.catch(failed);
  for (const name of METHODS.split(' ')) {
    self[name] = (...args) => {
      if (name === 'attach') args = [needTarget('number', args[0])];
      loaded
        .then(
          (each) => (each as Record<string, Method>)[name]!(...args),
          () => {
            if (name === 'attach')
              (args[0] as Element).textContent = 'The payment form did not load. Please reload the page.';
          },
        )
        .catch(failed);
      return self;
    };
  }
  self.token = (form, callback) => deliver(callback as never, async () => (await loaded).token!(form));
  return self as Public;
};

/** Returns a payment form of an instance. */
export const paymentFormLater = (core: Core, methods: Methods, options: PaymentFormOptions = {}): PaymentForm => {
  const opened = loadOnDemand(core[0]().api);
  return later((events) => opened.then((file) => file.paymentForm(core, methods, options, events)));
};

/** Returns the elements of an instance. */
export const elementsLater = (core: Core): Elements => {
  const opened = loadOnDemand(core[0]().api);
  let all: Promise<LoadedElements>;
  const self = later<Record<string, unknown>>((events) => {
    all = opened.then((file) => file.elements(core, events));
    return all;
  });
  for (const kind of KINDS.split(' ')) {
    self[`${kind}Element`] = (options = {}) =>
      later((events) => all.then((each) => each.create(kind, options as object, events)));
  }
  return self as never;
};
