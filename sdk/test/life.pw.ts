import { CARD, expect, FIELDS, test } from './checkout.ts';

type Library = { service: typeof import('../src/index.ts').service };

test('creating and destroying instances leaks no frame, no listener and no memory', async ({
  browserName,
  long,
  origins,
  page,
}) => {
  test.setTimeout(300_000);
  origins.page = `<!doctype html><title>App</title><div id="app"></div>
    <script>
      window.balance = 0;
      for (const target of [window, document]) {
        const { addEventListener, removeEventListener } = target;
        target.addEventListener = (...args) => {
          balance++;
          args[2]?.signal?.addEventListener('abort', () => { balance--; });
          return addEventListener.apply(target, args);
        };
        target.removeEventListener = (...args) => { balance--; return removeEventListener.apply(target, args); };
      }
    </script>
    <script src="${origins.browser}/v1/service.js"></script>`;
  await page.goto(origins.shop);

  /** Creates and destroys an instance `times` times; every hundredth time it waits until the fields are ready. */
  const live = (times: number) =>
    page.evaluate(async (times) => {
      const { service } = window as never as Library;
      const app = document.querySelector('#app') as Element;
      for (let round = 0; round < times; round++) {
        app.replaceChildren(
          ...['number', 'month', 'year', 'cvv'].map((name) => {
            const target = document.createElement('div');
            target.dataset.service = name;
            return target;
          }),
        );
        service.on('change', () => {});
        service.configure('key');
        if (round % 100 === 0) await new Promise<void>((resolve) => service.ready(resolve));
        // Gives the frames their address, so that they are destroyed while they load.
        if (round % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
        service.destroy();
      }
      app.replaceChildren();
    }, times);

  const left = () =>
    page.evaluate(() => ({
      frames: document.querySelectorAll('iframe').length + window.frames.length,
      listeners: (window as never as { balance: number }).balance,
      events: (window as never as Library).service.hasListeners('change'),
    }));

  await live(1);
  const { listeners } = await left();
  const nothing = { frames: 0, listeners, events: false };
  if (!long || browserName !== 'chromium') {
    // Only Chromium reports memory use, and only a thousand rounds tell a leak from garbage; frames and listeners are
    // counted exactly.
    await live(50);
    expect(await left()).toEqual(nothing);
    return;
  }
  const inspector = await page.context().newCDPSession(page);
  const memory = async () => {
    await inspector.send('HeapProfiler.collectGarbage');
    const { usedSize } = await inspector.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await inspector.send('Memory.getDOMCounters');
    return { usedSize, nodes, jsEventListeners };
  };
  await live(200);
  const before = await memory();
  await live(800);
  expect(await left()).toEqual(nothing);
  // 800 rounds that keep one container each keep more than 800 nodes, as many listeners, and a kilobyte for each.
  // Garbage of the last rounds is not always collected at once.
  const grown = async () => {
    const after = await memory();
    return {
      usedSize: after.usedSize - before.usedSize > 400_000,
      nodes: after.nodes - before.nodes > 800,
      jsEventListeners: after.jsEventListeners - before.jsEventListeners > 100,
    };
  };
  await expect.poll(grown, { timeout: 30_000 }).toEqual({ usedSize: false, nodes: false, jsEventListeners: false });
});

test('destroyed before it was ready, it emits nothing, and can be configured again', async ({ shop }) => {
  await shop.open('');
  await shop.page.evaluate((fields) => {
    const { service } = window as never as Library;
    document.forms[0]?.insertAdjacentHTML('afterbegin', fields);
    service.ready(() => {});
    for (let round = 0; round < 5; round++) {
      service.destroy();
      service.on('ready', () => (window as never as { seen: { events: string[] } }).seen.events.push('ready again'));
      service.configure('key');
    }
  }, FIELDS);
  await expect.poll(async () => (await shop.seen()).events).toEqual(['configured', 'ready', 'ready again']);
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });
});

test('adding and removing frames adds no history entries', async ({ shop }) => {
  await shop.open();
  await shop.input('cvv').click();
  const steps = () => shop.page.evaluate(() => history.length);
  const before = await steps();
  await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    service.destroy();
    service.on('ready', () => (window as never as { seen: { events: string[] } }).seen.events.push('ready again'));
    service.configure('key');
  });
  await expect.poll(async () => (await shop.seen()).events).toContain('ready again');
  await shop.page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('#cvv iframe');
    document.body.append(frame as Element);
  });
  await expect.poll(async () => (await shop.seen()).events.filter((event) => event === 'ready again')).toHaveLength(2);
  expect(await steps()).toBe(before);
});

test('configured again before it is ready, the frames load once with the latest style', async ({ origins, shop }) => {
  await shop.open(FIELDS, { style: { all: { fontSize: '17px' } } });
  const frames = await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    service.destroy();
    service.configure('key');
    const before = [...document.querySelectorAll('iframe')];
    service.configure({ fields: { number: { style: { fontSize: '19px' } } } });
    service.configure('key');
    const after = [...document.querySelectorAll('iframe')];
    return before.every((frame, index) => frame === after[index]);
  });
  expect(frames).toBe(true);
  await expect(shop.input('number')).toHaveCSS('font-size', '19px');
  expect(origins.requests).toEqual([]);
});

for (const [disaster, act] of [
  ['the network dies', 'cut'],
  ['the answer is no JSON', '<html>'],
] as const) {
  test(`a callback is called once when ${disaster}`, async ({ origins, shop }) => {
    origins.answer = () => (act === 'cut' ? act : { status: 502, body: act });
    await shop.open();
    await shop.type(CARD);
    expect(await shop.pay()).toMatchObject({ name: 'api-error', code: 'api-error' });
    await shop.input('cvv').press('End');
    expect((await shop.seen()).outcomes).toHaveLength(1);
  });
}

test('many concurrent tokens are each answered once, whatever happens to the frames', async ({ origins, shop }) => {
  let requests = 0;
  origins.answer = ({ last_name }) =>
    ++requests % 2 ? 'never' : { status: 200, body: { id: `token-${last_name}`, type: 'credit_card' } };
  await shop.open();
  await shop.type(CARD);
  await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    const calls: Record<string, number> = {};
    Object.assign(window, { calls });
    for (let n = 0; n < 6; n++) {
      service.token({ first_name: 'A', last_name: String(n) }, () => {
        calls[n] = (calls[n] ?? 0) + 1;
      });
    }
  });
  await expect.poll(() => requests).toBe(6);
  await shop.page.evaluate(() => document.querySelector('#number')?.remove());
  await expect
    .poll(() => shop.page.evaluate(() => (window as never as { calls: Record<string, number> }).calls))
    .toEqual({ 0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 });
});

test('fields in a dialog that opens later have the right size', async ({ shop }) => {
  await shop.open(`<dialog id="dialog"><div data-service="number"></div></dialog>`);
  await expect.poll(async () => (await shop.seen()).events).toContain('ready');
  await shop.page.evaluate(() => document.querySelector('dialog')?.showModal());
  await expect(shop.input('number')).toBeVisible();
  await shop.type({ number: '4111' });
  expect(await shop.page.locator('iframe').evaluate((frame) => frame.clientHeight)).toBe(44);
});
