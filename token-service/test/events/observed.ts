/** A record before and after a transaction. `before` is undefined for a new one, `after` for one that was removed. */
export interface Change<Written> {
  readonly before: Written | undefined;
  readonly after: Written | undefined;
}

export interface Observed<Port, Written> {
  /** The same records, with reads and writes observed. */
  readonly records: Port;
  /** The changes, in the order of the first change of each record. */
  changes(): Change<Written>[];
  /** Every record that was read or written and still exists, in its current state. */
  known(): Written[];
}

type Method = (...args: readonly unknown[]) => unknown;
type Written<Port> = Port extends { save(record: infer R): Promise<void> } ? R : never;

/**
 * Wraps the records of one kind to observe changes. Records that methods return are remembered as read, and so is one
 * that `isUnchanged` finds stored as it is; `add`, `save` and `remove` remember the change. A record that is saved
 * without having been read is looked up first.
 */
export const observed = <Port extends { save(record: never): Promise<void> }>(
  port: Port,
  keyOf: (record: Written<Port>) => string,
  /** Looks up a record that is saved without having been read. */
  lookUp: (record: Written<Port>) => Promise<unknown>,
): Observed<Port, Written<Port>> => {
  type Row = Written<Port>;
  const current = new Map<string, Row>();
  const first = new Map<string, Row | undefined>();
  const isRecord = (value: unknown): value is Row =>
    typeof value === 'object' && value !== null && typeof keyOf(value as Row) === 'string';

  const read = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) read(one);
    } else if (isRecord(value) && !current.has(keyOf(value))) {
      current.set(keyOf(value), value);
    }
  };
  const change = (key: string, after: Row | undefined): void => {
    if (!first.has(key)) first.set(key, current.get(key));
    if (after === undefined) current.delete(key);
    else current.set(key, after);
  };
  const observe = (name: string, method: Method): Method => {
    if (name === 'add') {
      return async (record) => {
        await method(record);
        if (isRecord(record)) change(keyOf(record), record);
      };
    }
    if (name === 'save') {
      return async (record, ...more) => {
        if (isRecord(record) && !current.has(keyOf(record))) read(await lookUp(record));
        await method(record, ...more);
        if (isRecord(record)) change(keyOf(record), record);
      };
    }
    if (name === 'isUnchanged') {
      return async (record) => {
        const same = await method(record);
        if (same) read(record);
        return same;
      };
    }
    if (name === 'remove') {
      return async (key) => {
        await method(key);
        if (typeof key === 'string') change(key, undefined);
      };
    }
    return async (...args) => {
      const value = await method(...args);
      read(value);
      return value;
    };
  };
  // Methods are wrapped when they are used: a transaction uses few of them.
  const wrapped = new Map<string | symbol, unknown>();
  const records = new Proxy<object>(port, {
    get(target, name) {
      const known = wrapped.get(name);
      if (known) return known;
      const member: unknown = Reflect.get(target, name);
      const shown = typeof member === 'function' ? observe(String(name), member as Method) : member;
      wrapped.set(name, shown);
      return shown;
    },
  });
  return {
    records: records as Port,
    changes: () =>
      [...first].flatMap(([key, before]) => {
        const after = current.get(key);
        return before === undefined && after === undefined ? [] : [{ before, after }];
      }),
    known: () => [...current.values()],
  };
};
