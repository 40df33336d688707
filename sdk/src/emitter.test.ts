import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Emitter } from './emitter.ts';

type Shop = { sold: [item: string, count: number]; closed: []; error: [Error]; constructor: []; __proto__: [] };

describe('an emitter', () => {
  test('calls listeners in order, with all arguments and itself as this', () => {
    const shop = new Emitter<Shop>();
    const heard: unknown[] = [];
    shop
      .on('sold', function (this: unknown, item, count) {
        heard.push([item, count, this === shop]);
      })
      .on('sold', () => heard.push('second'));
    shop.emit('sold', 'tea', 2);
    expect(heard).toEqual([['tea', 2, true], 'second']);
  });

  test('runs a listener as often as it was added, and removes the first of them', () => {
    const shop = new Emitter<Shop>();
    const heard: string[] = [];
    const a = () => heard.push('a');
    const b = () => heard.push('b');
    shop.on('closed', a).on('closed', b).on('closed', a);
    shop.off('closed', a).emit('closed');
    expect(heard).toEqual(['b', 'a']);
  });

  test('runs a listener once, even if it emits the event itself', () => {
    const shop = new Emitter<Shop>();
    const listener = vi.fn(() => shop.emit('closed'));
    shop.once('closed', listener);
    shop.emit('closed').emit('closed');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(shop.hasListeners('closed')).toBe(false);
  });

  test('lets a listener of once be removed before', () => {
    const shop = new Emitter<Shop>();
    const listener = vi.fn();
    shop.once('closed', listener).off('closed', listener).emit('closed');
    expect(listener).not.toHaveBeenCalled();
  });

  test('emits to those listening when the event began', () => {
    const shop = new Emitter<Shop>();
    const heard: string[] = [];
    const late = () => heard.push('late');
    const second = () => heard.push('second');
    shop.on('closed', () => {
      shop.on('closed', late).off('closed', second);
    });
    shop.on('closed', second);
    shop.emit('closed');
    expect(heard).toEqual(['second']);
  });

  test('forgets an event, or all', () => {
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

  test('ignores what it does not know, and an error nobody listens to', () => {
    const shop = new Emitter<Shop>();
    shop.off('closed', () => {}).emit('error', new Error('unheard'));
    expect(shop.listeners('closed')).toEqual([]);
  });

  test.each(['constructor', '__proto__'] as const)('takes %s as a name like any other', (event) => {
    const shop = new Emitter<Shop>();
    const listener = vi.fn();
    shop.emit(event).on(event, listener).emit(event);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('answers to the names of other emitters', () => {
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

  test('stops no other, and surfaces as an uncaught error', async () => {
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

test('events and their arguments are checked by the compiler', () => {
  const shop = new Emitter<Shop>();
  // @ts-expect-error no such event
  shop.on('opened', () => {});
  // @ts-expect-error the count is missing
  shop.emit('sold', 'tea');
  // @ts-expect-error the count is no text
  shop.on('sold', (_: string, count: string) => count);
});
