import { resources } from '@service/billing/resources/index.ts';
import { LATEST, OFFERED_VERSIONS } from '@service/billing/resources/version.ts';
import { describe, expect, test } from 'vitest';
import { endpoints, lists } from '../apis/xml/endpoints.ts';
import { CLIENT_LIBRARIES } from './client-releases.ts';
import { operationsByTopic } from './operations.ts';
import { tablesOf } from './tables.ts';
import { changesOf } from './version-changes.ts';

const deps = {} as Parameters<typeof endpoints>[0];
const all = endpoints(deps);
const allLists = lists(deps as Parameters<typeof lists>[0]);
const tables = tablesOf(resources);
const dated = { reference: operationsByTopic(all, allLists, {}), tables };
const changes = OFFERED_VERSIONS.map((version) => ({ version, ...changesOf(dated, version) }));

describe('the changes of a version', () => {
  test('are the requests and elements that it brought, with the place of their description', () => {
    const newest = changesOf(dated, '2.29');
    expect(newest.operations).toContainEqual({
      name: 'GET /v2/dunning_campaigns',
      href: '/docs/dunning-campaigns#dunning_campaigns',
    });
    expect(newest.added.find(({ name }) => name === 'plan')?.elements).toContainEqual({
      name: 'dunning_campaign_id',
      href: '/docs/plans#record-plan-dunning_campaign_id',
    });
    expect(changesOf(dated, '2.7').added.find(({ name }) => name === 'POST /v2/purchases')?.elements).toContainEqual({
      name: 'gift_card',
      href: '/docs/purchases#body-create_purchase',
    });
  });

  test('name the elements that are gone, and those that requests may set', () => {
    const gone = changesOf(dated, '2.10').removed.find(({ name }) => name === 'invoice')?.elements;
    expect(gone?.map(({ name }) => name)).toContain('subtotal_after_discount_in_cents');
    const settable = changesOf(dated, '2.15').accepted.find(({ name }) => name === 'billing_info')?.elements;
    expect(settable?.map(({ name }) => name)).toEqual(['card_type']);
  });

  test('name the errors that have another status', () => {
    expect(changesOf(dated, '2.21').statuses).toEqual([{ symbol: 'token_invalid', before: 404, after: 422 }]);
  });

  test('have every request and every element that is newer than the oldest version', () => {
    const newer = <T>(one: readonly T[], since: (each: T) => unknown) => one.filter((each) => since(each)).length;
    expect(changes.flatMap(({ operations }) => operations)).toHaveLength(
      newer([...all, ...allLists], ({ since }) => since),
    );
    const shown = changes.flatMap(({ added }) => added.filter(({ href }) => !href.includes('#body-')));
    expect(shown.flatMap(({ elements }) => elements)).toHaveLength(
      tables.reduce((sum, { resource }) => sum + newer(Object.values(resource.fields), ({ since }) => since), 0),
    );
  });
});

test('client libraries speak versions that are offered, and a later release a later one', () => {
  const place = (release: string) =>
    release
      .split('.')
      .map((part) => part.padStart(4, '0'))
      .join('.');
  for (const { language, upTo, releases } of CLIENT_LIBRARIES) {
    const versions = OFFERED_VERSIONS.filter((version) => releases[version]);
    expect(Object.keys(releases), language).toEqual(versions);
    const places = versions.map((version) => place(releases[version] ?? ''));
    expect(places, language).toEqual([...new Set(places)].sort());
    expect(place(upTo) >= (places.at(-1) ?? ''), language).toBe(true);
  }
  expect(CLIENT_LIBRARIES[0]?.releases[LATEST]).toBe('2.18.14');
});
