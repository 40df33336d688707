type Ports = Readonly<Record<string, unknown>>;

/** Returns the same records, and adds the name of each operation that is called on them: `outbox.queue`. */
export const observed = <P extends object>(records: P, called: Set<string>): P =>
  watched(records as unknown as Ports, '', called) as unknown as P;

const watched = (ports: Ports, prefix: string, called: Set<string>): Ports =>
  new Proxy(ports, {
    get(target, key) {
      const value = Reflect.get(target, key);
      const name = `${prefix}${String(key)}`;
      called.add(name);
      return isPorts(value) ? watched(value, `${name}.`, called) : value;
    },
  });

const isPorts = (value: unknown): value is Ports => typeof value === 'object' && value !== null;

/** Returns the names of all operations on records that run SQL. */
export const operationsOf = (records: object): string[] =>
  named(records as unknown as Ports, '').filter((name) => !name.endsWith('.wake'));

const named = (ports: Ports, prefix: string): string[] =>
  Object.entries(ports).flatMap(([key, value]) =>
    isPorts(value) ? named(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
