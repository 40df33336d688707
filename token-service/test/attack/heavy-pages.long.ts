import { readFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_PAGE_BYTES } from '../../src/apis/xml/lists/read-page.ts';
import { crowd } from './crowd.ts';
import { type Neighbour, openNeighbour } from './neighbour.ts';
import { apiHeaders, ask, cardXml, cents, purchaseXml } from './requests.ts';
import { type AttackedSite, openTarget, type Target } from './target.ts';

const INVOICES = 40;
const LINES = 500;
const READERS = 7;
/** The maximum memory of the process in bytes. Before pages were bounded, it reached 4.8 GB. */
const MOST_MEMORY = 1_000_000_000;

let target: Target;
let neighbour: Neighbour;
let site: AttackedSite;
beforeAll(async () => {
  target = await openTarget();
  site = await target.openSite('heavy');
  neighbour = await openNeighbour(target);
  const line = `${cents(100)}<description>${'"'.repeat(255)}</description>`;
  for (let number = 0; number < INVOICES; number += 1) {
    const body = purchaseXml(`heavy-${number}`, Array(LINES).fill(line), cardXml('4111111111111111'));
    const headers = apiHeaders(site.privateKey);
    const { status, text } = await ask(`${target.service.apiUrl}/v2/purchases`, { method: 'POST', headers, body });
    if (status >= 300) throw new Error(`${status} ${text.slice(0, 500)}`);
  }
});
afterAll(async () => {
  neighbour?.close();
  await target?.close();
});

test('14 readers of invoices of 500 lines, half of whom never read the response', { timeout: 300_000 }, async () => {
  const url = `${target.service.apiUrl}/v2/invoices?per_page=200`;
  const headers = apiHeaders(site.privateKey);
  let largest = 0;
  const stuck: ClientRequest[] = [];
  const statuses = await neighbour.under('pages of heavy invoices', async (over) => {
    for (let n = 0; n < READERS; n += 1) {
      const unread = request(url, { headers }, (response) => response.pause());
      unread.on('error', () => undefined);
      stuck.push(unread.end());
    }
    const seen = await crowd({ size: READERS, over }, async () => {
      const { status, text } = await ask(url, { headers });
      if (status === 200) largest = Math.max(largest, Buffer.byteLength(text));
      return status;
    });
    for (const each of stuck.splice(0)) each.destroy();
    return seen;
  });

  const memory = peakMemory(target.service.child.pid);
  console.log(`largest page ${largest} bytes, at most ${memory} bytes of memory`);
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(MOST_PAGE_BYTES);
  expect(memory).toBeLessThan(MOST_MEMORY);
});

/** Returns the peak memory of a process in bytes. */
const peakMemory = (pid: number | undefined): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
