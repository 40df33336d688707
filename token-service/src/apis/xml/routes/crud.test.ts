import { coupon } from '@service/billing/resources/coupon.ts';
import { measuredUnit } from '@service/billing/resources/measured-unit.ts';
import { note } from '@service/billing/resources/note.ts';
import { expect, test } from 'vitest';
import type { ApiRequest } from '../endpoint.ts';
import { crudOf } from './crud.ts';

const asked = (params: Record<string, string>) => ({ caller: { site: {} }, params }) as unknown as ApiRequest;

test('a resource has four endpoints, whose operations get the names in the path, in order', async () => {
  const calls: unknown[][] = [];
  const answering =
    (name: string) =>
    async (_caller: unknown, account: string, ...rest: unknown[]) => {
      calls.push([name, account, ...rest]);
      return { message: name };
    };
  const routes = crudOf(note, {
    path: '/v2/accounts/:account_code/notes',
    key: 'note_id',
    find: answering('find'),
    create: answering('create'),
    update: answering('update'),
    async remove(_caller, ...names) {
      calls.push(['remove', ...names]);
    },
  });
  expect(routes.map(({ name, method, path, body }) => [name, method, path, body?.mode])).toEqual([
    ['create_note', 'POST', '/v2/accounts/:account_code/notes', 'create'],
    ['note', 'GET', '/v2/accounts/:account_code/notes/:note_id', undefined],
    ['update_note', 'PUT', '/v2/accounts/:account_code/notes/:note_id', 'update'],
    ['delete_note', 'DELETE', '/v2/accounts/:account_code/notes/:note_id', undefined],
  ]);
  const request = asked({ account_code: 'ada', note_id: '7' });
  const answers = [];
  for (const { handle } of routes) answers.push(await handle(request));
  const sent = { value: {}, issues: [] };
  expect(calls).toEqual([
    ['create', 'ada', sent],
    ['find', 'ada', '7'],
    ['update', 'ada', '7', sent],
    ['remove', 'ada', '7'],
  ]);
  expect(answers).toMatchObject([
    { is: 'record', status: 201, record: { message: 'create', account_code: 'ada' } },
    { is: 'record', status: 200, record: { message: 'find', account_code: 'ada' } },
    { is: 'record', status: 200, record: { message: 'update', account_code: 'ada' } },
    { is: 'nothing' },
  ]);
});

test('a resource whose records stay names its last endpoint after what it does instead', () => {
  const none = async () => ({});
  const remove = async (): Promise<void> => {};
  const operations = { find: none, create: none, update: none, remove };
  const routes = crudOf(coupon, { ...operations, path: '/v2/coupons', key: 'coupon_code', removal: 'expire' });
  expect(routes.map(({ name }) => name)).toEqual(['create_coupon', 'coupon', 'update_coupon', 'expire_coupon']);
});

test('an operation that needs more names than the path has does not compile', () => {
  const none = async () => ({});
  const remove = async (_caller: unknown, _account: string, _id: string): Promise<void> => {};
  const operations = { key: 'measured_unit_id', find: none, create: none, update: none };
  // @ts-expect-error the path names no account
  const routes = crudOf(measuredUnit, { ...operations, path: '/v2/measured_units', remove });
  expect(routes).toHaveLength(4);
});
