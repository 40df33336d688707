import { measurePages } from './pages.ts';
import type { MeasuredConsole } from './served.ts';

/** The aim for the time below which 95 of 100 home pages are answered, in milliseconds: that of a list. */
const MOST_MS = 100;
/** The aim for the bytes of the first page, with what it loads, from an empty cache. */
const MOST_BYTES = 60_000;

/** Measures the first page of the day, and what a browser loads for it. Returns whether both are within the aims. */
export const measureHome = async (served: MeasuredConsole): Promise<boolean> => {
  const inTime = await measurePages(served, 'home', { 'the first page': () => '/' }, MOST_MS);
  const page = await served.get('/');
  const [pageBytes, html] = [Number(page.headers.get('content-length')), await page.text()];
  const loaded = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  let bytes = pageBytes;
  for (const path of new Set(loaded)) {
    const file = await served.get(path);
    const body = await file.arrayBuffer();
    bytes += Number(file.headers.get('content-length') ?? body.byteLength);
  }
  console.log(
    `  from an empty cache ${(bytes / 1000).toFixed(1)} kB in ${new Set(loaded).size + 1} requests: the aim is ${MOST_BYTES / 1000} kB\n`,
  );
  return inTime && bytes <= MOST_BYTES;
};
