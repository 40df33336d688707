/**
 * Small secrets side by side in a few large buffers. A million of them are a handful of objects, so the garbage
 * collector has nothing to follow, and bytes that are given up are zeroed where they lie. A place is a number; what is
 * there stays until it is given up.
 */
export interface Slab {
  /** Copies bytes to a place of their own. */
  put(bytes: Buffer): number;
  /** The bytes at a place, not a copy. */
  at(place: number): Buffer;
  /** Zeroes a place and lets others have it. */
  giveUp(place: number): void;
  /** Everything that is held, for a look at what is left of something. */
  readonly blocks: readonly Buffer[];
}

const BLOCK = 256 * 1024;
/** In front of the bytes stands how many they are. */
const LENGTH = 4;
const SMALLEST = 256;

/** Cells of one size. */
interface Shelf {
  readonly cell: number;
  readonly blocks: Buffer[];
  readonly free: number[];
  used: number;
}

/** More shelves than sizes there can be: each holds twice as much in a cell as the one before. */
const SHELVES = 32;

export const openSlab = (): Slab => {
  const shelves: Shelf[] = Array.from({ length: SHELVES }, (_, n) => ({
    cell: SMALLEST * 2 ** n,
    blocks: [],
    free: [],
    used: 0,
  }));
  const shelfOf = (place: number): Shelf => shelves[place % SHELVES] as Shelf;

  const cellAt = (place: number): Buffer => {
    const { cell, blocks } = shelfOf(place);
    const perBlock = Math.max(1, BLOCK / cell);
    const index = Math.floor(place / SHELVES);
    const start = (index % perBlock) * cell;
    return (blocks[Math.floor(index / perBlock)] as Buffer).subarray(start, start + cell);
  };

  /** A cell that was given up, else the next one, in a new block where there is none left. */
  const next = (shelf: Shelf): number => {
    const again = shelf.free.pop();
    if (again !== undefined) return again;
    const index = shelf.used++;
    if (index % Math.max(1, BLOCK / shelf.cell) === 0) shelf.blocks.push(Buffer.alloc(Math.max(BLOCK, shelf.cell)));
    return index;
  };

  return {
    put(bytes) {
      const n = shelves.findIndex(({ cell }) => cell >= bytes.length + LENGTH);
      const place = next(shelves[n] as Shelf) * SHELVES + n;
      const cell = cellAt(place);
      cell.writeUInt32LE(bytes.length);
      bytes.copy(cell, LENGTH);
      return place;
    },

    at(place) {
      const cell = cellAt(place);
      return cell.subarray(LENGTH, LENGTH + cell.readUInt32LE());
    },

    giveUp(place) {
      cellAt(place).fill(0);
      shelfOf(place).free.push(Math.floor(place / SHELVES));
    },

    get blocks() {
      return shelves.flatMap(({ blocks }) => blocks);
    },
  };
};
