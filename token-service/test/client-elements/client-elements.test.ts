import type { Field, Resource, Shape } from '@service/billing/resources/schema.ts';
import { atLeast, LATEST, minor, OLDEST, type Version } from '@service/billing/resources/version.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { describe, expect, it } from 'vitest';
import type { RequestBody } from '../../src/apis/xml/endpoint.ts';
import { endpoints } from '../../src/apis/xml/endpoints.ts';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { type Mode, read } from '../../src/documents/xml/codec/read.ts';
import { clientElements, WRITTEN_BY_HAND } from './elements.ts';

const VERSIONS: readonly Version[] = Array.from(
  { length: minor(LATEST) - minor(OLDEST) + 1 },
  (_, n) => `2.${minor(OLDEST) + n}` as Version,
);

/**
 * From 2.8 on, a charge has the currency of its purchase, and may not name one. The libraries have one class for tiers
 * of quantities and of amounts, and one for the percentages of plans and of subscriptions: they send what is set.
 */
const isRefused = (path: string, element: string, version: Version): boolean =>
  (path.endsWith('purchase/adjustments/adjustment') && element === 'currency' && atLeast(version, '2.8')) ||
  (path.endsWith('/tier') && isOfAmounts(element) !== path.includes('/percentage_tier/')) ||
  (path.endsWith('/percentage_tier') && isOfAmounts(element) !== path.includes('/subscription_add_on/'));

const isOfAmounts = (element: string): boolean =>
  element === 'ending_amount_in_cents' || element === 'usage_percentage';

interface Place {
  /** The endpoint and the elements down to the record. */
  readonly path: string;
  readonly table: Resource;
  readonly mode: Mode;
  /** Encloses a record in the document of the request. */
  readonly root: (record: Element) => { readonly body: RequestBody; readonly element: Element };
  /** The version that has the place. */
  readonly since: Version | undefined;
}

const element = (name: string, children: readonly Element[] = [], text = ''): Element => ({
  name,
  attributes: new Map(),
  children: [...children],
  text,
});

/** Every record that a request may contain, at every place. */
const placesIn = (place: Place, depth = 0): Place[] => [
  place,
  ...Object.entries(place.table.fields).flatMap(([name, field]) => {
    const shape = depth < 4 && isSent(field) ? field.input : undefined;
    if (shape?.is !== 'record' && shape?.is !== 'list') return [];
    const table = shape.of();
    const wrap = (record: Element): Element =>
      element(place.table.name, [shape.is === 'record' ? { ...record, name } : element(name, [record])]);
    const inner: Place = {
      path: `${place.path}/${name}${shape.is === 'list' ? `/${table.name}` : ''}`,
      table,
      mode: 'create',
      root: (record) => place.root(wrap(record)),
      since: latest(place.since, field.acceptedSince ?? field.since),
    };
    return placesIn(inner, depth + 1);
  }),
];

const isSent = ({ writer, until }: Field): boolean => writer !== 'service' && until === undefined;

const latest = (one: Version | undefined, other: Version | undefined): Version | undefined =>
  one && other ? (minor(one) > minor(other) ? one : other) : (one ?? other);

const places = endpoints({} as Parameters<typeof endpoints>[0]).flatMap(({ name, body, since }) =>
  body
    ? placesIn({
        path: `${name}: ${body.resource.name}`,
        table: body.resource,
        mode: body.mode,
        root: (record) => ({ body, element: record }),
        since,
      })
    : [],
);

/** Something in the element, because clients may always send an empty one. */
const filled = (table: Resource, name: string): Element => {
  const input: Shape | undefined = Object.hasOwn(table.fields, name) ? table.fields[name]?.input : undefined;
  return input?.is === 'record' || input?.is === 'list' || input?.is === 'money' || input?.is === 'words'
    ? element(name)
    : element(name, [], '1');
};

const refusalOf = ({ table, root }: Place, name: string, version: Version): string | undefined => {
  const { body, element: document } = root(element(table.name, [filled(table, name)]));
  try {
    read(body.resource, document, { version, mode: body.mode });
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.symbol === 'invalid_xml') return String(error.details);
    throw error;
  }
};

/** Some features are served in earlier versions than they came with. */
const isServed = (table: Resource, name: string): boolean =>
  Object.hasOwn(table.fields, name) || Object.hasOwn(table.about?.().fields ?? {}, name);

describe('the readers', () => {
  it('know which elements clients send of each record', () => {
    const unknown = new Set(places.map(({ table }) => table.name).filter((name) => !clientElements[name]));
    expect([...unknown].sort()).toEqual([...WRITTEN_BY_HAND].sort());
  });

  it.each(VERSIONS)('accept in version %s all that clients may send', (version) => {
    const refused = places
      .filter(({ since }) => !since || atLeast(version, since))
      .flatMap((place) =>
        (clientElements[place.table.name] ?? [])
          .filter(({ since }) => atLeast(version, since))
          .filter(({ name }) => !isRefused(place.path, name, version))
          .flatMap(({ name }) => {
            const refusal = refusalOf(place, name, version);
            return refusal ? [`${place.path}: ${refusal}`] : [];
          }),
      );
    expect(refused).toEqual([]);
    const charge = places.find(({ path }) => path === 'create_purchase: purchase/adjustments/adjustment');
    expect(charge && refusalOf(charge, 'currency', version)).toBe(
      atLeast(version, '2.8') ? 'Unacceptable tag <currency>: versions after 2.7 do not have it' : undefined,
    );
  });

  it('ignore the links of a record that is sent back as it was read', () => {
    const link = (name: string): Element => ({
      ...element('a'),
      attributes: new Map(Object.entries({ name, href: 'http://localhost/v2/subscriptions/1/cancel', method: 'put' })),
    });
    const refused = places.flatMap(({ table, root, path }) => {
      const { body, element: document } = root(element(table.name, [link('cancel'), link('terminate')]));
      try {
        read(body.resource, document, { version: LATEST, mode: body.mode });
        return [];
      } catch {
        return [path];
      }
    });
    expect(refused).toEqual([]);
  });

  it.each(VERSIONS)('ignore in version %s what that shows and clients can write from a later one on', (version) => {
    const there = places.filter(({ since }) => !since || atLeast(version, since));
    const shown = there.flatMap((place) =>
      Object.entries(place.table.fields)
        .filter(([, { acceptedSince, since }]) => acceptedSince && (!since || atLeast(version, since)))
        .flatMap(([name]) => refusalOf(place, name, version) ?? []),
    );
    expect(shown).toEqual([]);
  });

  it('name the version of what is newer than this service', () => {
    const unclear = places
      .flatMap((place) =>
        (clientElements[place.table.name] ?? [])
          .filter(({ since }) => !atLeast(LATEST, since))
          .map(({ since, name }) => ({ place, since, name, refusal: refusalOf(place, name, LATEST) })),
      )
      .filter(({ place, name, refusal, since }) => !isServed(place.table, name) && !refusal?.includes(since))
      .map(({ place, refusal }) => `${place.path}: ${refusal}`);
    expect(unclear).toEqual([]);
  });
});
