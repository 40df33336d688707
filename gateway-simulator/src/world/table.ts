import { ApiError, missingObject } from '../http/api-error.ts';

interface Row {
  readonly id: string;
}

/** Objects of one kind in the order of their creation, newest last. */
export interface ObjectTable<T extends Row> {
  add(row: T): T;
  find(id: string): T | undefined;
  /** @throws {ApiError} 404 `resource_missing`, or 400 when the id came from the parameter `param` */
  need(id: string, param?: string): T;
  remove(id: string): void;
  /** Every row, newest first. */
  newest(): T[];
  readonly size: number;
  clear(): void;
}

/** `limit` is how many rows the table takes; `name` is what messages call one of them. */
export const openTable = <T extends Row>(name: string, limit: number): ObjectTable<T> => {
  const rows = new Map<string, T>();
  return {
    add(row) {
      if (rows.size >= limit)
        throw new ApiError(429, {
          type: 'invalid_request_error',
          message: `The simulator holds at most ${limit} of each kind of object: POST /simulator/reset empties it.`,
        });
      rows.set(row.id, row);
      return row;
    },
    find: (id) => rows.get(id),
    need(id, param) {
      const row = rows.get(id);
      if (!row) throw missingObject(name, id, param);
      return row;
    },
    remove: (id) => void rows.delete(id),
    newest: () => [...rows.values()].reverse(),
    get size() {
      return rows.size;
    },
    clear: () => rows.clear(),
  };
};
