/**
 * Measures the effect of 16 anonymous readers of a page on the purchases of four buyers: first purchases alone, then
 * with readers that repeat their request as soon as it is answered. `--readers 16`, `--path /docs`, `--fresh-hosts`
 * (each request names another host) and `--unlimited` change the readers.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureReaders, quantile, SECONDS, type Taken } from '../test/attack/readers.ts';

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '16' },
    path: { type: 'string', default: '/docs' },
    'fresh-hosts': { type: 'boolean', default: false },
    unlimited: { type: 'boolean', default: false },
  },
});
const readers = Number(values.readers);

const show = (name: string, taken: Taken): void => {
  for (const [status, times] of taken) {
    const [p50, p99] = [0.5, 0.99].map((q) => `${quantile(times, q).toFixed(1)} ms`.padStart(11));
    const rate = (times.length / SECONDS).toFixed(1).padStart(9);
    console.log(`${name.padEnd(24)}${String(status).padStart(5)}${rate}/s${p50}${p99}`);
  }
};

const { alone, bought, viewed, perPurchase, perView } = await measureReaders({
  readers,
  path: values.path,
  freshHosts: values['fresh-hosts'],
  unlimited: values.unlimited,
});
console.log('who                    status      rate        p50        p99');
show('buyers alone', alone);
show(`buyers, ${readers} readers`, bought);
show(`readers of ${values.path}`, viewed);
console.log(`CPU of the server: ${perPurchase.toFixed(2)} ms a purchase, ${perView.toFixed(2)} ms a view`);
console.log(`load average: ${loadavg()[0]?.toFixed(1)}`);
