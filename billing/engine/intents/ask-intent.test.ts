import { expect, test } from 'vitest';
import type { Intent } from '../../domain/payments/intent.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { askIntent, type IntentRefusal, type Verdict } from './ask-intent.ts';

const RESERVED = { coupons: ['coupon'], codes: ['code'], gift_cards: ['card'] };
const OPENED = { id: 'intent-1', leased_until_ms: 60_000, reserved: RESERVED } as unknown as Intent;

/** Asks for an operation, and returns the result and what is done with the records of its intent, in order. */
const asked = async (verdict: Verdict, refusal: Omit<IntentRefusal<string>, 'result'> = {}, isOpen = true) => {
  const done: string[] = [];
  const released = (kind: string) => ({ unredeem: async (key: string) => void done.push(`release ${kind} ${key}`) });
  const intents = {
    find: async () => (isOpen ? OPENED : undefined),
    save: async ({ leased_until_ms }: Intent) => void done.push(`save, leased until ${leased_until_ms}`),
    close: async () => void done.push('close'),
  };
  const records = {
    intents,
    coupons: { ...released('coupon'), codes: released('code') },
    giftCards: released('gift card'),
  } as unknown as Records;
  const storage = { transaction: (_: string, work: (records: Records) => unknown) => work(records) };
  const result = await askIntent({ storage: storage as unknown as Storage }, { site: { id: 's' } as Site }, OPENED, {
    call: async () => verdict,
    verdictOf: (answer) => answer,
    onAccepted: async () => 'taken',
    onRefused: () => ({
      result: 'declined',
      record: async () => void done.push('record'),
      ...refusal,
    }),
  });
  return { result, done };
};

const ABANDONED = ['record', 'release coupon coupon', 'release code code', 'release gift card card', 'close'];

test('leaves an accepted operation to the step that records it', async () => {
  expect(await asked('accepted')).toEqual({ result: 'taken', done: [] });
});

test('records a refused operation, releases what it has reserved and closes its intent', async () => {
  expect(await asked('refused')).toEqual({ result: 'declined', done: ABANDONED });
});

test('keeps the intent of an operation whose outcome is unknown', async () => {
  expect(await asked('unknown')).toEqual({ result: 'declined', done: ['record'] });
  const waits = (open: Intent) => ({ ...open, leased_until_ms: 90_000 });
  expect((await asked('unknown', { waits })).done).toEqual(['record', 'save, leased until 90000']);
  expect((await asked('refused', { waits })).done).toEqual(ABANDONED);
});

test('keeps an intent as the operation found it, where a refusal does not end it', async () => {
  const keeps = { ...OPENED, leased_until_ms: 5_000 };
  expect((await asked('refused', { keeps })).done).toEqual(['record', 'save, leased until 5000']);
  expect((await asked('unknown', { keeps })).done).toEqual(['record']);
});

test('changes nothing where another process has recorded the outcome', async () => {
  expect(await asked('refused', { isRecorded: async () => true })).toEqual({ result: 'declined', done: [] });
  expect((await asked('unknown', { waits: (open) => open }, false)).done).toEqual(['record']);
  expect((await asked('refused', { isRecorded: async (_, open) => !open }, false)).done).toEqual([]);
});
