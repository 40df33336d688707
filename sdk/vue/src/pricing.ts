import type { Address, Price, ServiceError, TaxOptions } from '@service/sdk';
import {
  defineComponent,
  type MaybeRefOrGetter,
  onBeforeUnmount,
  onMounted,
  type PropType,
  type ShallowRef,
  type SlotsType,
  shallowRef,
  toValue,
  watch,
} from 'vue';
import {
  type Priced,
  priceSelection,
  type Selection,
  type SelectionPart,
  UNPRICED,
} from '../../components/selection.ts';
import { useProvided } from './service-provider.ts';

/** Returns the price of a selection, anew whenever the selection changes. While a server renders, there is none. */
export const usePricing = (selection: MaybeRefOrGetter<Selection>): Readonly<ShallowRef<Priced>> => {
  const { configured } = useProvided();
  const priced = shallowRef<Priced>(UNPRICED);
  let stop = () => {};
  const ask = () => {
    stop();
    if (!priced.value.pending) priced.value = { ...priced.value, pending: true };
    stop = priceSelection(configured(), toValue(selection), (found) => {
      priced.value = found;
    });
  };
  onMounted(() => {
    ask();
    watch(() => JSON.stringify(toValue(selection)), ask);
  });
  onBeforeUnmount(() => stop());
  return priced;
};

/**
 * The price of what a customer selects.
 *
 *     <Pricing plan="tideline" :coupon="coupon" v-slot="{ price }">{{ price?.now.total }}</Pricing>
 */
export const Pricing = defineComponent({
  // biome-ignore lint/style/useVueMultiWordComponentNames: the same name as in the library.
  name: 'Pricing',
  props: {
    plan: String,
    quantity: Number,
    /** Quantities by the code of the add-on. */
    addons: Object as PropType<Readonly<Record<string, number>>>,
    coupon: String,
    /** The code of the shipping method, and its fee for each period. */
    shipping: Object as PropType<Readonly<{ method: string; amount: number }>>,
    giftCard: String,
    currency: String,
    address: Object as PropType<Address>,
    shippingAddress: Object as PropType<Address>,
    tax: Object as PropType<TaxOptions>,
  },
  emits: {
    /** The price has changed. */
    change: (_price: Price) => true,
    /** A part of the selection was refused; the price is that of the rest. */
    error: (_error: ServiceError, _part: SelectionPart) => true,
  },
  slots: Object as SlotsType<{ default?: Priced }>,
  setup(props, { emit, slots }) {
    const priced = usePricing(() => ({ ...props }));
    watch(priced, ({ price, errors, pending }, before) => {
      if (pending) return;
      if (price && price !== before.price) emit('change', price);
      for (const [part, error] of Object.entries(errors)) emit('error', error, part as SelectionPart);
    });
    return () => slots.default?.(priced.value);
  },
});
