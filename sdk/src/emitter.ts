import mitt from 'mitt';

/** Event names and the arguments of their listeners. */
export type Events = Record<string, readonly unknown[]>;

type Listener<Args extends readonly unknown[]> = (...args: Args) => void;

/** The wrapper of a listener that is called once. */
interface Once extends Listener<readonly unknown[]> {
  readonly listener?: Listener<never>;
}

/**
 * Listeners by event name. They run synchronously in registration order; listeners added during an event run from the
 * next event on. A listener that throws does not stop the others, and its error surfaces as uncaught.
 */
export class Emitter<E extends Events> {
  readonly #registrations = mitt<Record<string, never>>();

  /** Adds a listener; a listener that is added twice runs twice. */
  on<Name extends keyof E & string>(event: Name, listener: Listener<E[Name]>): this {
    this.#registrations.on(event, listener as Listener<readonly unknown[]>);
    return this;
  }

  /** Adds a listener for the next event only. `off` removes it by the same function. */
  once<Name extends keyof E & string>(event: Name, listener: Listener<E[Name]>): this {
    let spent = false;
    const run = (...args: E[Name]) => {
      if (spent) return;
      spent = true;
      this.off(event, run);
      listener.apply(this, args as never);
    };
    return this.on(event, Object.assign(run, { listener }));
  }

  /** Removes the first registration of a listener, all listeners of an event, or all listeners. */
  off<Name extends keyof E & string>(event?: Name, listener?: Listener<E[Name]>): this {
    if (event === undefined) this.#registrations.all.clear();
    // mitt removes all listeners of an event for no listener, and nothing for an unknown one.
    else {
      const found = this.#of(event).find((each) => each === listener || each.listener === listener);
      this.#registrations.off(event, listener && ((found ?? listener) as Listener<readonly unknown[]>));
    }
    return this;
  }

  emit<Name extends keyof E & string>(event: Name, ...args: E[Name]): this {
    for (const listener of [...this.#of(event)]) {
      try {
        listener.apply(this, args as never);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    return this;
  }

  listeners<Name extends keyof E & string>(event: Name): Listener<E[Name]>[] {
    return this.#of(event).map((each) => each.listener ?? each) as never[];
  }

  hasListeners(event: keyof E & string): boolean {
    return this.#of(event).length > 0;
  }

  addEventListener<Name extends keyof E & string>(event: Name, listener: Listener<E[Name]>): this {
    return this.on(event, listener);
  }

  removeEventListener<Name extends keyof E & string>(event?: Name, listener?: Listener<E[Name]>): this {
    return this.off(event, listener);
  }

  removeListener<Name extends keyof E & string>(event?: Name, listener?: Listener<E[Name]>): this {
    return this.off(event, listener);
  }

  removeAllListeners(event?: keyof E & string): this {
    return this.off(event);
  }

  #of(event: string): Once[] {
    return (this.#registrations.all.get(event) ?? []) as Once[];
  }
}
