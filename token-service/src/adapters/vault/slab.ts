/**
 * Stores small secrets in a few large buffers. A million of them are a handful of objects for the garbage collector,
 * and freed bytes are zeroed in place. Each entry is identified by a number, and stays in place until it is freed.
 */
export interface Slab {
  /** Copies bytes into a new entry, and returns its number. */
  put(bytes: Buffer): number;
  /** Returns the bytes of an entry, not a copy. */
  at(place: number): Buffer;
  /** Zeroes and frees an entry. */
  giveUp(place: number): void;
  /** All buffers, so that tests can search them for remains of a secret. */
  readonly blocks: readonly Buffer[];
}

const BLOCK = 256 * 1024;
/** Each entry begins with its length. */
const LENGTH = 4;
const SMALLEST = 256;

/** Cells of one size. */
interface Shelf {
  readonly cell: number;
  readonly blocks: Buffer[];
  readonly free: number[];
  used: number;
}

/** More size classes than needed: the cells of each are twice as large as those of the previous one. */
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

  /** Returns a freed cell, or else the next unused one, in a new block if none is left. */
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
