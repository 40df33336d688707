import mitt from 'mitt';

/** Event names and the arguments their listeners get. */
export type Events = Record<string, readonly unknown[]>;

type Listener<Args extends readonly unknown[]> = (...args: Args) => void;

interface Registration {
  (args: readonly unknown[]): void;
  readonly listener: Listener<never>;
}

const later = (error: unknown) =>
  queueMicrotask(() => {
    throw error;
  });

/**
 * Listeners by event name. They run synchronously, in the order of their registration, over those registered when the
 * event was emitted; one that throws stops no other and surfaces as an uncaught error.
 */
export class Emitter<E extends Events> {
  readonly #registrations = mitt<Record<string, readonly unknown[]>>();

  /** Appends a listener; the same one twice runs twice. */
  on<Name extends keyof E & string>(event: Name, listener: Listener<E[Name]>): this {
    this.#register(event, listener, listener);
    return this;
  }

  /** Like `on`, for the next time only. `off` takes the same listener. */
  once<Name extends keyof E & string>(event: Name, listener: Listener<E[Name]>): this {
    let spent = false;
    const registration = this.#register(event, listener, (...args: E[Name]) => {
      if (spent) return;
      spent = true;
      this.#registrations.off(event, registration);
      listener.call(this, ...args);
    });
    return this;
  }

  /** Removes the first registration of a listener, all of an event, or all there are. */
  off<Name extends keyof E & string>(event?: Name, listener?: Listener<E[Name]>): this {
    if (event === undefined) this.#registrations.all.clear();
    else if (!listener) this.#registrations.all.delete(event);
    else {
      const found = this.#of(event).find((registration) => registration.listener === listener);
      if (found) this.#registrations.off(event, found);
    }
    return this;
  }

  emit<Name extends keyof E & string>(event: Name, ...args: E[Name]): this {
    this.#registrations.emit(event, args);
    return this;
  }

  listeners<Name extends keyof E & string>(event: Name): Listener<E[Name]>[] {
    return this.#of(event).map(({ listener }) => listener as Listener<E[Name]>);
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

  #of(event: string): Registration[] {
    return (this.#registrations.all.get(event) ?? []) as Registration[];
  }

  #register(event: string, listener: Listener<never>, run: Listener<never>): Registration {
    const registration = Object.assign(
      (args: readonly unknown[]) => {
        try {
          run.apply(this, args as never);
        } catch (error) {
          later(error);
        }
      },
      { listener },
    );
    this.#registrations.on(event, registration);
    return registration;
  }
}
