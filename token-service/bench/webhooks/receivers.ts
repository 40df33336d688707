/** Three receivers, which note when each notification arrives, and one that never answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const arrived: Record<string, Record<string, number>> = {};

const listen = async (name: string, answers: boolean): Promise<string> => {
  arrived[name] = {};
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const at = Date.now();
    const id = String(request.headers['webhook-id']);
    request.resume().on('end', () => {
      if (!answers) return;
      const times = arrived[name];
      if (times) times[id] ??= at;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const urls = [await listen('one', true), await listen('two', true), await listen('three', true)];
const dead = await listen('dead', false);
process.on('message', ({ what }: { readonly what: 'reset' | 'report' }) => {
  if (what === 'report') process.send?.(arrived);
  else {
    for (const name of Object.keys(arrived)) arrived[name] = {};
    process.send?.('done');
  }
});
process.send?.({ urls, dead });
