import type { Page } from '@playwright/test';
import { type Haystack, haystack } from './secrets.ts';

/**
 * Everything that a script on the merchant's page can read: every message that reaches the page, everything reachable
 * from `window`, the document, its storage, and every request of the page itself.
 */
export interface Eavesdropper {
  heard(): Promise<Haystack[]>;
}

export const eavesdropOn = async (page: Page): Promise<Eavesdropper> => {
  const requests: string[] = [];
  const logged: string[] = [];
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) return;
    requests.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers()));
  });
  page.on('console', (message) => logged.push(message.text()));
  await page.addInitScript(listen);

  return {
    async heard() {
      const { messages, bodies, objects, documents, storage } = await page.evaluate(gather);
      return [
        haystack('messages to the page', messages.join('\n')),
        haystack('objects of the page', objects.join('\n')),
        haystack('document of the page', documents.join('\n')),
        haystack('storage of the page', storage.join('\n')),
        haystack('requests of the page', [...requests, ...bodies].join('\n')),
        haystack('console', logged.join('\n')),
        haystack('address', page.url()),
      ];
    },
  };
};

/**
 * Runs before any script of the page: records messages to the window and to both ends of every channel created there,
 * and data passed to sending functions (Firefox reports no request bodies to tests).
 */
const listen = () => {
  if (window !== window.top) return;
  const messages: string[] = [];
  const bodies: string[] = [];
  Object.assign(window, { overheard: { messages, bodies } });
  const inWords = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));

  const note = (target: object, method: string) => {
    const original = Reflect.get(target, method);
    Reflect.set(target, method, function (this: unknown, ...sent: unknown[]) {
      bodies.push(...sent.map((each) => (each instanceof FormData ? inWords([...each]) : inWords(each))));
      return Reflect.apply(original, this, sent);
    });
  };
  note(window, 'fetch');
  note(XMLHttpRequest.prototype, 'send');
  note(Navigator.prototype, 'sendBeacon');
  note(WebSocket.prototype, 'send');

  const hear = (event: Event) => messages.push(inWords((event as MessageEvent).data));
  window.addEventListener('message', hear, true);

  const Channel = window.MessageChannel;
  window.MessageChannel = class extends Channel {
    constructor() {
      super();
      this.port1.addEventListener('message', hear);
      this.port2.addEventListener('message', hear);
    }
  };
};

/** Runs in the page. */
const gather = () => {
  const objects: string[] = [];
  const seen = new WeakSet<object>();
  const waiting: unknown[] = [window];
  // The test's own records are excluded below.
  seen.add(Reflect.get(window, 'overheard'));
  // The page has a few thousand objects; the limit keeps an endless getter from blocking the test.
  while (waiting.length > 0 && objects.length < 500_000) {
    const value = waiting.pop();
    if (typeof value === 'string' || typeof value === 'number') objects.push(String(value));
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Map || value instanceof Set) waiting.push(...value.entries());
    try {
      for (const key of Reflect.ownKeys(value)) {
        objects.push(String(key));
        try {
          waiting.push((value as Record<PropertyKey, unknown>)[key]);
        } catch {
          // A getter that throws: a script of the page cannot read it either.
        }
      }
    } catch {
      // A window of another origin.
    }
  }

  const documents = [document.documentElement.outerHTML, document.cookie, document.title];
  for (const input of document.querySelectorAll('input, select, textarea')) {
    documents.push((input as HTMLInputElement).value);
  }
  for (const entry of performance.getEntries()) documents.push(entry.name);
  const storage = [localStorage, sessionStorage].map((each) => JSON.stringify({ ...each }));
  const { overheard } = window as unknown as { overheard: { messages: string[]; bodies: string[] } };
  return { ...overheard, objects, documents, storage };
};
