import { describe, expect, test } from 'vitest';
import { connect } from './bootstrap.ts';
import type { FrameAddress } from './protocol.ts';

const SHOP = 'https://shop.example';
const address: FrameAddress = { protocol: 1, type: 'number', group: 'form', origin: SHOP };
const options = { format: true, required: true, label: 'Card number', style: {} };
const welcome = { kind: 'welcome', group: 'form', options };

const openFrame = () => {
  const logged: [unknown, string][] = [];
  const listeners = new Set<(event: MessageEvent) => void>();
  const parent = { postMessage: (message: unknown, origin: string) => logged.push([message, origin]) };
  const frame = {
    parent,
    addEventListener: (_: 'message', listener: (event: MessageEvent) => void) => listeners.add(listener),
    removeEventListener: (_: 'message', listener: (event: MessageEvent) => void) => listeners.delete(listener),
  };
  const port = {} as MessagePort;
  const hear = (event: object) => {
    for (const listener of listeners) {
      listener({ source: parent, origin: SHOP, data: welcome, ports: [port], ...event } as unknown as MessageEvent);
    }
  };
  return { frame, logged, port, hear, listeners };
};

test('a frame says hello to the declared origin only', () => {
  const { frame, logged } = openFrame();
  connect(frame, address);
  expect(logged).toEqual([[{ kind: 'hello', protocol: 1, type: 'number', group: 'form' }, SHOP]]);
});

test('the page answers with a port and the options of the field', async () => {
  const { frame, hear, port } = openFrame();
  const connection = connect(frame, address);
  hear({});
  expect(await connection).toMatchObject({ port, options });
});

test('only the first answer counts', async () => {
  const { frame, hear, port, listeners } = openFrame();
  const connection = connect(frame, address);
  hear({});
  hear({ ports: [{}] });
  expect(listeners.size).toBe(0);
  expect((await connection).port).toBe(port);
});

describe('ignores a message', () => {
  test.each([
    ['from another window', { source: {} }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another group', { data: { ...welcome, group: 'other' } }],
    ['without a port', { ports: [] }],
    ['of another kind', { data: { kind: 'token', group: 'form' } }],
    ['that is no object', { data: 'welcome' }],
  ])('%s', (_, event) => {
    const { frame, hear, listeners } = openFrame();
    connect(frame, address);
    hear(event);
    expect(listeners.size).toBe(1);
  });
});
