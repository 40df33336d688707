import { type Options, Service } from '@service/sdk';

/** The options of a provider. Fields are placed by components, so there are no targets. */
export type ServiceOptions = Pick<
  Options,
  'publicKey' | 'api' | 'timeout' | 'currency' | 'required' | 'brands' | 'locale' | 'texts' | 'preventAutofill'
>;

/** The instance that the components below a provider share. */
export interface Provided {
  /** Not configured before the first component is mounted, nor on a server. */
  readonly service: Service;
  /** Returns the instance, and configures it first if it is the provider's own. */
  configured(): Service;
  /** Merges changed options over the present ones. Throws already-configured for another key or address. */
  configure(options: ServiceOptions): void;
  /** Destroys the instance if it is the provider's own. */
  destroy(): void;
}

/** Returns the options that have a value: frameworks pass undefined for those that are not given. */
export const given = <Values extends object>(
  values: {
    readonly [Name in keyof Values]: Values[Name] | undefined;
  },
): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;

/** `own`: an instance that the page configures and destroys itself. */
export const provide = (own: Service | undefined, options: () => ServiceOptions): Provided => {
  const service = own ?? new Service();
  return {
    service,
    configured() {
      if (!own && !service.configured) service.configure(given<ServiceOptions>(options()));
      return service;
    },
    configure(changed) {
      if (!own) service.configure(given<ServiceOptions>(changed));
    },
    destroy() {
      if (!own) service.destroy();
    },
  };
};
