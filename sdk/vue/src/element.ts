import type { CardElement as CoreElement, ElementOptions, ElementState, ServiceError } from '@service/sdk';
import { defineComponent, h, onBeforeUnmount, type PropType, watch } from 'vue';
import type { ElementKind } from '../../components/elements-group.ts';
import { elementHandle } from '../../components/handles.ts';
import { given } from '../../components/provided.ts';
import { useElementsGroup } from './elements.ts';
import { TARGET, useMounted } from './use-mounted.ts';

type Text = NonNullable<ElementOptions['title']>;

const flag = { type: Boolean, default: undefined };
const text = [String, Object] as PropType<Text>;

/** Exposes `focus`, `blur`, `clear` and `setMessage`. */
const element = (kind: ElementKind) =>
  defineComponent({
    name: kind,
    props: {
      // `style` is Vue's own: it styles the element around the field.
      fieldStyle: Object as PropType<NonNullable<ElementOptions['style']>>,
      format: flag,
      tabIndex: Number,
      inputType: String as PropType<NonNullable<ElementOptions['inputType']>>,
      disabled: flag,
      required: flag,
      advance: flag,
      title: text,
      label: text,
      error: text,
    },
    emits: {
      /** The customer can type. */
      ready: () => true,
      change: (_state: ElementState) => true,
      focus: () => true,
      blur: () => true,
      /** The element could not be shown. */
      error: (_error: ServiceError) => true,
    },
    setup(props, { emit }) {
      const group = useElementsGroup();
      const options = (): ElementOptions => {
        const { fieldStyle, ...rest } = props;
        return given<ElementOptions>({ ...rest, ...(fieldStyle && { style: fieldStyle }) });
      };
      const { target, made } = useMounted<CoreElement>(
        (place) => group.join(kind, options(), place),
        ['ready', 'change', 'focus', 'blur', 'error'],
        emit,
      );
      onBeforeUnmount(() => target.value && group.leave(target.value));
      watch(
        () => JSON.stringify(props),
        () => made()?.configure(options()),
      );
      return elementHandle(made);
    },
    render: () => h('div', { ref: TARGET }),
  });

/** Number, expiry date and security code in a line. */
export const CardElement = element('CardElement');
export const CardNumberElement = element('CardNumberElement');
/** Month and year in one field, `12 / 40`. */
export const CardExpiryElement = element('CardExpiryElement');
export const CardMonthElement = element('CardMonthElement');
export const CardYearElement = element('CardYearElement');
export const CardCvvElement = element('CardCvvElement');
