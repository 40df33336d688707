import type { ItemRecord } from '../../../domain/items/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { LOOK_UPS_PER_TURN, turnEvery } from '../../../values/steps.ts';

/** Returns a function that finds an item by its code, and looks up each code once. */
export const itemLookup = (
  { items }: Pick<Records, 'items'>,
  { turn }: Pick<World, 'turn'>,
): ((code: string) => Promise<ItemRecord | undefined>) => {
  const found = new Map<string, ItemRecord | undefined>();
  const lookedUp = turnEvery(LOOK_UPS_PER_TURN, turn);
  return async (code) => {
    if (!found.has(code)) {
      await lookedUp();
      found.set(code, await items.find(code));
    }
    return found.get(code);
  };
};
