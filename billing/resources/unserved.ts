import type { Version } from './version.ts';

/**
 * Elements of later features that this service does not have, by record and by the version that they came with. A
 * request that uses one is refused by its name, because what it asks for would not happen.
 */
const UNSERVED: Readonly<Record<string, Partial<Record<Version, string>>>> = {
  billing_info: { '2.29': 'card_network_preference' },
  subscription: {
    '2.29': 'action_result',
  },
  transaction: { '2.29': 'action_result' },
};

const BY_NAME = new Map(
  Object.entries(UNSERVED).flatMap(([record, versions]) =>
    Object.entries(versions).flatMap(([version, names]) =>
      (names ?? '').split(' ').map((name) => [`${record}/${name}`, version as Version] as const),
    ),
  ),
);

/** Returns the version that brought an element which this service does not have; undefined for every other element. */
export const unservedSince = (record: string, element: string): Version | undefined =>
  BY_NAME.get(`${record}/${element}`);
