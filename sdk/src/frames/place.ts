import { plain } from '../plain.ts';

/** The position of a field's container. */
export interface FieldPlace {
  /** Whether the container is still there. */
  holds(): boolean;
  leave(): void;
}

/**
 * Puts a container into a target and replaces its content. Frames find one another in the document's list of frames,
 * which omits those in shadow trees: for a target in a shadow tree the container goes beside the tree, and slots lead
 * to it.
 */
export const occupy = (container: Element, target: Element, name: string): FieldPlace => {
  const slots: Element[] = [];
  let parent = target;
  plain(target).replaceChildren();
  for (let root = plain(target).getRootNode(); root instanceof ShadowRoot; root = parent.getRootNode()) {
    const slot = document.createElement('slot');
    slot.name = name;
    if (slots.length) slot.slot = name;
    plain(parent).append(slot);
    slots.push(slot);
    container.slot = name;
    parent = root.host;
  }
  plain(parent).append(container);
  return {
    holds: () =>
      plain(target).isConnected &&
      container.parentElement === parent &&
      (slots[0] ?? container).parentElement === target,
    leave() {
      for (const element of [container, ...slots]) element.remove();
    },
  };
};

/** A field, as other instances of the library see it. */
export interface FieldInTarget {
  /** The instance it belongs to. */
  readonly owner: unknown;
  readonly connected: boolean;
}

/** The property of an element that holds its field, for every copy of the library that the page loads. */
const FIELD = Symbol.for('service-hosted-field');

type TargetElement = Element & { [FIELD]?: FieldInTarget | undefined };

export const setFieldOf = (target: Element, field: FieldInTarget | undefined): void => {
  (target as TargetElement)[FIELD] = field;
};

/** Returns whether an element contains a field of another instance. */
export const isTaken = (target: Element, owner: unknown): boolean => {
  const field = (target as TargetElement)[FIELD];
  return Boolean(field?.connected && field.owner !== owner);
};
