import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, type WebDriver } from 'selenium-webdriver';
import type { WebKitPrograms } from '../browsers.ts';
import { freePort } from '../fixtures/free-ports.ts';

/** Milliseconds that the driver may take to answer. */
const PATIENCE = 30_000;

export interface WebKit {
  readonly driver: WebDriver;
  close(): Promise<void>;
}

/** Starts WebKitGTK through its WebDriver, on the existing display, or on one of its own. */
export const openWebKit = async ({ driver: program, display }: WebKitPrograms): Promise<WebKit> => {
  const port = await freePort();
  const [first, ...args] = [...display, program, `--port=${port}`];
  const child = spawn(first ?? program, args, {
    stdio: 'ignore',
    // In its own process group, so that the display ends with it.
    detached: true,
    env: {
      ...process.env,
      // Without a locale, the browser reports the language "C" to pages.
      LC_ALL: 'en_US.UTF-8',
      // WebKit's own sandbox does not start as root, which build machines often are.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, child);
    const driver = await new Builder().usingServer(url).withCapabilities({ browserName: 'MiniBrowser' }).build();
    return {
      driver,
      async close() {
        await driver.quit().finally(() => end(child));
      },
    };
  } catch (error) {
    await end(child);
    throw error;
  }
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await ended;
};

const untilReady = async (url: string, child: ChildProcess): Promise<void> => {
  const deadline = performance.now() + PATIENCE;
  while (child.exitCode === null && performance.now() < deadline) {
    const response = await fetch(`${url}/status`).catch(() => undefined);
    if (response?.ok) return;
    await wait(50);
  }
  throw new Error('The WebDriver of WebKitGTK did not start.');
};
