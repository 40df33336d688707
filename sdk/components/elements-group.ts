import type { CardElement, ElementOptions, Elements } from '@service/sdk';

/** The kinds of elements: the methods of `Elements` that make them. */
export type ElementKind = keyof Pick<
  Elements,
  'CardElement' | 'CardNumberElement' | 'CardExpiryElement' | 'CardMonthElement' | 'CardYearElement' | 'CardCvvElement'
>;

/** The elements of one card, while at least one is mounted. */
export interface ElementsGroup {
  /** Undefined while no element is mounted. */
  elements(): Elements | undefined;
  /** The targets of the mounted elements, in the order in which they were mounted. */
  readonly targets: ReadonlySet<Element>;
  /** Makes an element for a target. */
  join(kind: ElementKind, options: ElementOptions, target: Element): CardElement;
  /** Forgets a target whose element was detached. */
  leave(target: Element): void;
}

/** `open` starts a card, when its first element is mounted. */
export const elementsGroup = (open: () => Elements): ElementsGroup => {
  const targets = new Set<Element>();
  let elements: Elements | undefined;
  return {
    elements: () => elements,
    targets,
    join(kind, options, target) {
      elements ??= open();
      targets.add(target);
      return elements[kind](options);
    },
    leave(target) {
      targets.delete(target);
      if (targets.size > 0) return;
      elements?.off();
      elements = undefined;
    },
  };
};
