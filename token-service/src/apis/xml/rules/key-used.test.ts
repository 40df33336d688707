import type { KeyUse } from '@service/billing/domain/sites/key.ts';
import { expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { keyUsed } from './key-used.ts';

const MINUTE = 60_000;

/** Sends requests with a key from an address, at a moment. */
const requests = (fails = false) => {
  const kept: KeyUse[] = [];
  const errors: unknown[] = [];
  const clock = { at: 0 };
  const step = keyUsed({
    async keep(_, use) {
      if (fails) throw new Error('no database');
      kept.push(use);
    },
    clock: { now: () => clock.at },
    log: { error: (error: unknown) => void errors.push(error) },
  });
  const send = async (at: number, address: string, id: string | undefined = 'one'): Promise<boolean> => {
    clock.at = at;
    let reached = false;
    const identity = id === 'none' ? undefined : { site: { id: 'site' }, key: { id } };
    const ctx = { state: { identity }, app: {}, req: { socket: { remoteAddress: address }, headers: {} } };
    await step(ctx as unknown as Api, async () => {
      reached = true;
    });
    return reached;
  };
  return { kept, errors, send };
};

test('a use is recorded at most once a minute and address', async () => {
  const { kept, send } = requests();
  for (const at of [0, 1, MINUTE - 1, MINUTE]) await send(at, '203.0.113.7');
  await send(MINUTE + 1, '203.0.113.8');
  await send(MINUTE + 2, '203.0.113.8', 'two');
  await send(MINUTE + 3, '203.0.113.8', 'none');
  expect(kept.map(({ key_id, used_at_ms, address }) => [key_id, used_at_ms, address])).toEqual([
    ['one', 0, '203.0.113.7'],
    ['one', MINUTE, '203.0.113.7'],
    ['one', MINUTE + 1, '203.0.113.8'],
    ['two', MINUTE + 2, '203.0.113.8'],
  ]);
});

test('a request is answered although its use cannot be recorded, and the next one tries again', async () => {
  const { errors, send } = requests(true);
  expect([await send(0, '203.0.113.7'), await send(1, '203.0.113.7')]).toEqual([true, true]);
  expect(errors).toHaveLength(2);
});
