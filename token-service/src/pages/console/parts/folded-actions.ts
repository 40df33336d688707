import { html, type Markup } from '../../../documents/html.ts';

/** Returns the actions of a record, of which those after the first `shown`, which are needed less often, fold. */
export const foldedActions = (actions: readonly Markup[], shown: number): Markup[] => {
  const rest = actions.slice(shown);
  // A menu of one takes the place of the one.
  return rest.length <= 1
    ? [...actions]
    : [
        ...actions.slice(0, shown),
        html`<details class="more"><summary class="button">More</summary><div>${rest}</div></details>`,
      ];
};
