import { onBeforeUnmount, onMounted, type ShallowRef, useTemplateRef, watch } from 'vue';
import { mount } from '../../components/mounted.ts';

/** The name of the rendered element among the component's references. */
export const TARGET = 'target';

/** The element that a component renders, and what is attached to it. */
export interface Mounted<Made> {
  readonly target: Readonly<ShallowRef<HTMLElement | null>>;
  /** Returns undefined while the component is not mounted. */
  made(): Made | undefined;
}

/**
 * Makes an object of the library and attaches it to the rendered element, in the browser only; takes it off the page
 * when the component leaves. Makes it again when `key` returns another text. Reports the named events.
 */
export const useMounted = <Made extends object>(
  make: (target: Element) => Made,
  events: readonly string[],
  report: (event: never, ...args: never[]) => void,
  key: () => string = () => '',
): Mounted<Made> => {
  const target = useTemplateRef<HTMLElement>(TARGET);
  let made: Made | undefined;
  let leave = () => {};
  const enter = () => {
    if (!target.value) return;
    made = make(target.value);
    leave = mount(made, target.value, events, report as (event: string, ...args: readonly unknown[]) => void);
  };
  const end = () => {
    made = undefined;
    leave();
  };
  onMounted(enter);
  watch(key, () => {
    end();
    enter();
  });
  onBeforeUnmount(end);
  return { target, made: () => made };
};
