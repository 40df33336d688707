import type { CardState, Elements as CoreElements, ElementsOptions, ServiceError } from '@service/sdk';
import {
  createContext,
  createElement,
  type ReactNode,
  type Ref,
  useContext,
  useImperativeHandle,
  useMemo,
} from 'react';
import { type ElementsGroup, elementsGroup } from '../../components/elements-group.ts';
import { type ElementsHandle, elementsHandle } from '../../components/handles.ts';
import { given } from '../../components/provided.ts';
import { useProvided } from './service-provider.ts';
import { useLatest } from './use-latest.ts';

const Context = createContext<ElementsGroup | undefined>(undefined);

/** `texts` are those of the first rendering. */
export interface ElementsProps extends ElementsOptions {
  children?: ReactNode;
  ref?: Ref<ElementsHandle>;
  /** All elements are ready. */
  onReady?: () => void;
  /** The state of a field has changed. */
  onChange?: (state: CardState) => void;
  /** The fields could not be shown. */
  onError?: (error: ServiceError) => void;
}

/**
 * The card elements of one checkout, which make one card.
 *
 *     <Elements ref={card}><CardElement /></Elements>
 */
export const Elements = ({ children, ref, texts, onReady, onChange, onError }: ElementsProps): ReactNode => {
  const { service, configured } = useProvided();
  const latest = useLatest({ texts, onReady, onChange, onError });
  const group = useMemo(
    () =>
      elementsGroup((): CoreElements => {
        const elements = configured().Elements(given({ texts: latest.current.texts }));
        elements.on('ready', () => latest.current.onReady?.());
        elements.on('change', (state) => latest.current.onChange?.(state));
        elements.on('error', (error) => latest.current.onError?.(error));
        return elements;
      }),
    [configured, latest],
  );
  useImperativeHandle(ref, () => elementsHandle(service, group.elements, group.targets), [service, group]);
  return createElement(Context.Provider, { value: group }, children);
};

/** Returns the group of the nearest `Elements`. Throws without one. */
export const useElementsGroup = (): ElementsGroup => {
  const group = useContext(Context);
  if (group) return group;
  throw new Error('Put the element into Elements.');
};
