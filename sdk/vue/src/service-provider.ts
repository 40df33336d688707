import type { Options, OwnTexts, Service } from '@service/sdk';
import {
  defineComponent,
  type InjectionKey,
  inject,
  onBeforeUnmount,
  onMounted,
  type PropType,
  provide,
  watch,
} from 'vue';
import { given, type Provided, provide as provideService, type ServiceOptions } from '../../components/provided.ts';

const KEY: InjectionKey<Provided> = Symbol('service');

/**
 * Configures the library for the components below it, in the browser only. Changed options are merged; for another key
 * or address, give it another `key`. `service`: an instance that the page configures and destroys itself, instead of
 * options.
 *
 *     <ServiceProvider public-key="demo-public-key" api="https://pay.example.com/js/v1">
 */
export const ServiceProvider = defineComponent({
  name: 'ServiceProvider',
  props: {
    service: Object as PropType<Service>,
    publicKey: String,
    api: String,
    /** Milliseconds per request. */
    timeout: Number,
    currency: String,
    required: Array as PropType<string[]>,
    brands: Array as PropType<NonNullable<Options['brands']>>,
    locale: String,
    texts: Object as PropType<OwnTexts>,
    preventAutofill: { type: Boolean, default: undefined },
  },
  setup(props, { slots }) {
    const options = () => {
      const { service: _, ...rest } = props;
      return given<ServiceOptions>(rest);
    };
    const provided = provideService(props.service, options);
    provide(KEY, provided);
    onMounted(() => provided.configure(options()));
    watch(
      () => JSON.stringify(options()),
      () => provided.configure(options()),
    );
    onBeforeUnmount(() => provided.destroy());
    return () => slots.default?.();
  },
});

/** Returns what the nearest provider shares. Throws without one. */
export const useProvided = (): Provided => {
  const provided = inject(KEY, undefined);
  if (provided) return provided;
  throw new Error('Put the component into a ServiceProvider.');
};

/**
 * Returns the library's instance of the nearest provider, for handlers, for example to call `bankAccount.bankInfo`.
 * While a server renders, it is not configured.
 */
export const useService = (): Service => useProvided().service;
