import { type RefObject, useEffect, useRef } from 'react';
import { mount } from '../../components/mounted.ts';
import { useLatest } from './use-latest.ts';

/** Handlers by the name of their event. */
export type Handlers = Readonly<Record<string, ((...args: never[]) => void) | undefined>>;

/** The element that a component renders, and what is attached to it. */
export interface Mounted<Made> {
  readonly target: RefObject<HTMLDivElement | null>;
  /** Undefined while the component is not mounted. */
  readonly made: RefObject<Made | undefined>;
}

/**
 * Makes an object of the library and attaches it to the rendered element, in the browser only; takes it off the page
 * when the component leaves. Makes it again when `key` changes.
 */
export const useMounted = <Made extends object>(
  make: (target: Element) => Made,
  handlers: Handlers,
  key = '',
): Mounted<Made> => {
  const target = useRef<HTMLDivElement>(null);
  const made = useRef<Made>(undefined);
  const latest = useLatest({ make, handlers });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the options of the object.
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const object = latest.current.make(element);
    made.current = object;
    const leave = mount(object, element, Object.keys(latest.current.handlers), (event, ...args) =>
      latest.current.handlers[event]?.(...(args as never[])),
    );
    return () => {
      made.current = undefined;
      leave();
    };
  }, [latest, key]);
  return { target, made };
};
