import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Emitter } from './emitter.ts';

type Shop = { sold: [item: string, count: number]; closed: []; error: [Error]; constructor: []; __proto__: [] };

describe('an emitter', () => {
  test('calls listeners in order, with all arguments and itself as this', () => {
    const shop = new Emitter<Shop>();
    const received: unknown[] = [];
    shop
      .on('sold', function (this: unknown, item, count) {
        received.push([item, count, this === shop]);
      })
      .on('sold', () => received.push('second'));
    shop.emit('sold', 'tea', 2);
    expect(received).toEqual([['tea', 2, true], 'second']);
  });

  test('runs a listener as often as it was added, and removes its first registration', () => {
    const shop = new Emitter<Shop>();
    const received: string[] = [];
    const a = () => received.push('a');
    const b = () => received.push('b');
    shop.on('closed', a).on('closed', b).on('closed', a);
    shop.off('closed', a).emit('closed');
    expect(received).toEqual(['b', 'a']);
  });

  test('runs a listener once, even if it emits the event itself', () => {
    const shop = new Emitter<Shop>();
    const listener = vi.fn(() => shop.emit('closed'));
    shop.once('closed', listener);
    shop.emit('closed').emit('closed');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(shop.hasListeners('closed')).toBe(false);
  });

  test('removes a `once` listener before its event', () => {
    const shop = new Emitter<Shop>();
    const listener = vi.fn();
    shop.once('closed', listener).off('closed', listener).emit('closed');
    expect(listener).not.toHaveBeenCalled();
  });

  test('calls the listeners that were added before the event', () => {
    const shop = new Emitter<Shop>();
    const received: string[] = [];
    const late = () => received.push('late');
    const second = () => received.push('second');
    shop.on('closed', () => {
      shop.on('closed', late).off('closed', second);
    });
    shop.on('closed', second);
    shop.emit('closed');
    expect(received).toEqual(['second']);
  });

  test('removes the listeners of one event, or all', () => {
    const shop = new Emitter<Shop>();
    const listener = vi.fn();
    shop
      .on('closed', listener)
      .on('closed', () => listener())
      .on('sold', listener);
    shop.off('closed').emit('closed');
    expect(shop.listeners('sold')).toEqual([listener]);
    shop.off().emit('sold', 'tea', 1);
    expect(listener).not.toHaveBeenCalled();
  });

  test('ignores unknown listeners and events, and an error without a listener', () => {
    const shop = new Emitter<Shop>();
    shop.off('closed', () => {}).emit('error', new Error('unheard'));
    expect(shop.listeners('closed')).toEqual([]);
  });

  test.each(['constructor', '__proto__'] as const)('treats %s as an event name like any other', (event) => {
    const shop = new Emitter<Shop>();
    const listener = vi.fn();
    shop.emit(event).on(event, listener).emit(event);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('has the method names of other emitters as aliases', () => {
    const shop = new Emitter<Shop>();
    const listener = vi.fn();
    shop.addEventListener('closed', listener).emit('closed').removeEventListener('closed', listener).emit('closed');
    shop.on('closed', listener).removeListener('closed', listener).on('closed', listener).removeAllListeners('closed');
    shop.emit('closed');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('a listener that throws', () => {
  const uncaught: unknown[] = [];
  const catchIt = (error: unknown) => uncaught.push(error);
  let before: NodeJS.UncaughtExceptionListener[];
  beforeEach(() => {
    before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', catchIt);
  });
  afterEach(() => {
    process.removeAllListeners('uncaughtException');
    for (const listener of before) process.on('uncaughtException', listener);
  });

  test('does not stop the others, and its error surfaces as uncaught', async () => {
    const shop = new Emitter<Shop>();
    const next = vi.fn();
    const broken = new Error('broken listener');
    shop.on('closed', () => {
      throw broken;
    });
    shop.on('closed', next).emit('closed');
    expect(next).toHaveBeenCalledTimes(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught).toEqual([broken]);
  });
});

test('the compiler checks events and their arguments', () => {
  const shop = new Emitter<Shop>();
  // @ts-expect-error no such event
  shop.on('opened', () => {});
  // @ts-expect-error the count is missing
  shop.emit('sold', 'tea');
  // @ts-expect-error the count is not a text
  shop.on('sold', (_: string, count: string) => count);
});
