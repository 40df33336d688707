import type { Context } from 'koa';
import { expect, test } from 'vitest';
import type { IdempotencyKeys } from './idempotency.ts';
import { type SentOnce, sentOnce } from './sent-once.ts';

const FORM = {
  siteId: 'site',
  surface: 'console',
  secret: 'secret',
  id: 'abcdefghijklmnop',
  content: { amount: '5' },
} as const;
const DONE = { status: 303, headers: { Location: '/invoices/1000' }, body: '' };

/** Sends a form whose key is found like this, one time after the other. */
const send = async (...found: Awaited<ReturnType<IdempotencyKeys['begin']>>[]) => sendForm(FORM, found);

const sendForm = async (form: SentOnce, found: Awaited<ReturnType<IdempotencyKeys['begin']>>[]) => {
  const pauses: number[] = [];
  const headers: Record<string, string> = {};
  const ctx = {
    status: 200,
    path: '/invoices/1000/refund',
    body: '' as unknown,
    set: (all: Record<string, string>) => Object.assign(headers, all),
    response: { get: (name: string) => headers[name] ?? '' },
  };
  let carriedOut = 0;
  const keys: IdempotencyKeys = {
    begin: async () => found[Math.min(pauses.length, found.length - 1)] ?? 'mismatch',
    complete: async () => {},
    release: async () => {},
  };
  const deps = { keys, clock: { now: () => 0 }, pause: async (milliseconds: number) => pauses.push(milliseconds) };
  const refused = await sentOnce(deps, ctx as unknown as Context, form, async () => {
    carriedOut += 1;
  });
  return { refused, carriedOut, status: ctx.status, location: headers.Location, pauses };
};

test('a second click is answered with what became of the first, for which it waits', async () => {
  expect(await send('in_progress', 'in_progress', DONE)).toEqual({
    refused: undefined,
    carriedOut: 0,
    status: 303,
    location: '/invoices/1000',
    pauses: [50, 100],
  });
});

test('one after a form that was answered with a page is carried out', async () => {
  expect(await send('in_progress', { takenAt: 0 })).toMatchObject({ refused: undefined, carriedOut: 1, pauses: [50] });
});

test('a form that stays under way is not waited for without end, and other values not at all', async () => {
  const { refused, carriedOut, pauses } = await send('in_progress');
  expect([refused, carriedOut]).toEqual(['in_progress', 0]);
  expect(pauses.reduce((sum, each) => sum + each, 0)).toBe(6350);
  expect(await send('mismatch')).toMatchObject({ refused: 'mismatch', carriedOut: 0, pauses: [] });
});

test.each([undefined, '', 'short', 'a-form-of-no-page-of-this'])(
  'a form with the id %j is not carried out',
  async (id) => {
    expect(await sendForm({ ...FORM, id }, [])).toMatchObject({ refused: 'without_id', carriedOut: 0 });
  },
);
