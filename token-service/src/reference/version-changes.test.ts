import { resources } from '@service/billing/resources/index.ts';
import { expect, test } from 'vitest';
import { endpoints, lists } from '../apis/xml/endpoints.ts';
import { broughtBy } from './version-changes.ts';

const deps = {} as Parameters<typeof endpoints>[0];
const dated = { endpoints: endpoints(deps), lists: lists(deps as Parameters<typeof lists>[0]), resources };

test('a version names the addresses and the elements that it brought', () => {
  const newest = broughtBy(dated, '2.29');
  expect(newest.addresses).toContain('GET /v2/dunning_campaigns');
  expect(newest.elements.find((line) => line.startsWith('plan: '))).toContain('dunning_campaign_id');
  expect(broughtBy(dated, '2.24').addresses).toContain('POST /v2/items');
});

test('versions before 2.20 name nothing', () => {
  expect(broughtBy(dated, '2.19')).toEqual({ addresses: [], elements: [] });
});
