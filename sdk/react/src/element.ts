import type { CardElement as CoreElement, ElementOptions, ElementState, ServiceError } from '@service/sdk';
import { createElement, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { ElementKind } from '../../components/elements-group.ts';
import { type ElementHandle, elementHandle } from '../../components/handles.ts';
import { given } from '../../components/provided.ts';
import { useElementsGroup } from './elements.ts';
import { useMounted } from './use-mounted.ts';

export interface ElementProps extends ElementOptions {
  /** The id of the element around the field. */
  id?: string;
  className?: string;
  ref?: Ref<ElementHandle>;
  /** The customer can type. */
  onReady?: () => void;
  onChange?: (state: ElementState) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  /** The element could not be shown. */
  onError?: (error: ServiceError) => void;
}

const element =
  (kind: ElementKind) =>
  ({ id, className, ref, onReady, onChange, onFocus, onBlur, onError, ...options }: ElementProps): ReactNode => {
    const group = useElementsGroup();
    const { target, made } = useMounted<CoreElement>(
      (place) => group.join(kind, given(options), place),
      { ready: onReady, change: onChange, focus: onFocus, blur: onBlur, error: onError },
      kind,
    );
    useEffect(() => {
      const place = target.current;
      return () => {
        if (place) group.leave(place);
      };
    }, [group, target]);
    const key = JSON.stringify(options);
    const applied = useRef(key);
    // biome-ignore lint/correctness/useExhaustiveDependencies: equal options in a new object are no change.
    useEffect(() => {
      if (applied.current !== key) made.current?.configure(given(options));
      applied.current = key;
    }, [made, key]);
    useImperativeHandle(ref, () => elementHandle(() => made.current), [made]);
    return createElement('div', { ref: target, id, className });
  };

/** Number, expiry date and security code in a line. */
export const CardElement = element('CardElement');
export const CardNumberElement = element('CardNumberElement');
/** Month and year in one field, `12 / 40`. */
export const CardExpiryElement = element('CardExpiryElement');
export const CardMonthElement = element('CardMonthElement');
export const CardYearElement = element('CardYearElement');
export const CardCvvElement = element('CardCvvElement');
