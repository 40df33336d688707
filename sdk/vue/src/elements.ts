import type { CardState, OwnTexts, ServiceError } from '@service/sdk';
import { defineComponent, type InjectionKey, inject, type PropType, provide } from 'vue';
import { type ElementsGroup, elementsGroup } from '../../components/elements-group.ts';
import { elementsHandle } from '../../components/handles.ts';
import { given } from '../../components/provided.ts';
import { useProvided } from './service-provider.ts';

const KEY: InjectionKey<ElementsGroup> = Symbol('elements');

/**
 * The card elements of one checkout, which make one card. Exposes `token`.
 *
 *     <Elements ref="card"><CardElement /></Elements>
 */
export const Elements = defineComponent({
  // biome-ignore lint/style/useVueMultiWordComponentNames: the same name as in the library.
  name: 'Elements',
  props: {
    /** Texts of yours, read once, when the component is set up. */
    texts: Object as PropType<OwnTexts>,
  },
  emits: {
    /** All elements are ready. */
    ready: () => true,
    /** The state of a field has changed. */
    change: (_state: CardState) => true,
    /** The fields could not be shown. */
    error: (_error: ServiceError) => true,
  },
  setup(props, { emit }) {
    const { service, configured } = useProvided();
    const group = elementsGroup(() => {
      const elements = configured().Elements(given({ texts: props.texts }));
      elements.on('ready', () => emit('ready'));
      elements.on('change', (state) => emit('change', state));
      elements.on('error', (error) => emit('error', error));
      return elements;
    });
    provide(KEY, group);
    return elementsHandle(service, group.elements, group.targets);
  },
  render() {
    return this.$slots.default?.();
  },
});

/** Returns the group of the nearest `Elements`. Throws without one. */
export const useElementsGroup = (): ElementsGroup => {
  const group = inject(KEY, undefined);
  if (group) return group;
  throw new Error('Put the element into Elements.');
};
