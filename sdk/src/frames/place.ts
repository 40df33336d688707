/** Where the container of a field stands. */
export interface Place {
  /** Whether it still stands there. */
  holds(): boolean;
  leave(): void;
}

/**
 * Puts a container into a target, in place of what was there. Frames find one another among those of the document, which
 * has none that stand in a shadow tree: for a target in one the container goes beside the tree, and slots lead to it.
 */
export const settle = (container: Element, target: Element, name: string): Place => {
  const slots: Element[] = [];
  let parent = target;
  target.replaceChildren();
  for (let root = target.getRootNode(); root instanceof ShadowRoot; root = parent.getRootNode()) {
    const slot = document.createElement('slot');
    slot.name = name;
    if (slots.length) slot.slot = name;
    parent.append(slot);
    slots.push(slot);
    container.slot = name;
    parent = root.host;
  }
  parent.append(container);
  return {
    holds: () =>
      target.isConnected && container.parentElement === parent && (slots[0] ?? container).parentElement === target,
    leave() {
      for (const element of [container, ...slots]) element.remove();
    },
  };
};
