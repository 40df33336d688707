import type { Appearance, CardState, PaymentFormOptions, ServiceError } from '@service/sdk';
import { defineComponent, h, type PropType, watch } from 'vue';
import { changedOptions } from '../../components/changed-options.ts';
import { paymentFormHandle } from '../../components/handles.ts';
import { given } from '../../components/provided.ts';
import { useProvided } from './service-provider.ts';
import { TARGET, useMounted } from './use-mounted.ts';

/**
 * A whole form for payment, without a button. Put it into the form that it belongs to. It takes over options that
 * change, as `configure` of the library's form does. Exposes `token`, `confirm`, `validate`, `focus` and
 * `fillTestCard`.
 *
 *     <PaymentForm ref="payment" :methods="['card', 'bank']" />
 */
export const PaymentForm = defineComponent({
  name: 'PaymentForm',
  props: {
    methods: Array as PropType<NonNullable<PaymentFormOptions['methods']>>,
    appearance: Object as PropType<Appearance>,
    locale: String,
    texts: Object as PropType<Record<string, string>>,
    saved: String,
    description: String,
  },
  emits: {
    /** The customer can type. */
    ready: () => true,
    change: (_state: CardState) => true,
    /** The customer chose a method: `card`, `bank`, `sepa`, `bacs`, `becs`, `wallet` or `saved`. */
    method: (_method: string) => true,
    /** The form could not be shown. */
    error: (_error: ServiceError) => true,
  },
  setup(props, { emit }) {
    const { service, configured } = useProvided();
    const options = () => given<PaymentFormOptions>({ ...props });
    const { target, made } = useMounted(
      () => configured().PaymentForm(options()),
      ['ready', 'change', 'method', 'error'],
      emit,
    );
    watch(
      () => JSON.stringify(options()),
      (_, before) => made()?.configure(changedOptions(before, options())),
    );
    return paymentFormHandle(service, made, () => target.value);
  },
  render: () => h('div', { ref: TARGET }),
});
