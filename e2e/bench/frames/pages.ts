import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The measured pages, from a server that does nothing else. Another site than the service, like a merchant's. */
export interface Pages {
  readonly port: number;
  close(): void;
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,">${body}`;

/** Stores the milliseconds since the start of the navigation in `interactive`. */
const CARD_FIELDS = `<form id="checkout">
  <input data-service="first_name" value="Ada"> <input data-service="last_name" value="Lovelace">
  <div data-service="number"></div> <div data-service="month"></div>
  <div data-service="year"></div> <div data-service="cvv"></div>
</form>
<script src="{{service}}/v1/service.js"></script>
<script>
  var interactive = new Promise(function (resolve, reject) {
    service.on('ready', function () { resolve(performance.now()); });
    service.on('error', reject);
  });
  service.configure({ publicKey: 'demo-public-key' });
</script>`;

const PAYMENT_FORM = `<form id="checkout"><div id="payment"></div></form>
<script src="{{service}}/v1/service.js"></script>
<script>
  service.configure({ publicKey: 'demo-public-key' });
  var form = service.PaymentForm({ methods: ['card'] });
  var interactive = new Promise(function (resolve, reject) {
    form.on('ready', function () { resolve(performance.now()); });
    form.on('error', reject);
  });
  form.attach('#payment');
</script>`;

/** The `load` event of a page waits for that of its frames. */
const EMPTY_FRAMES = `<script>
  var interactive = new Promise(function (resolve) {
    addEventListener('load', function () { resolve(performance.now()); });
  });
</script>
${'<iframe src="{{frames}}/empty.html"></iframe>\n'.repeat(4)}`;

const EMPTY = page('');

/**
 * `/card-fields?service=` and `/payment-form?service=` (the origin of the script), `/empty-frames?frames=` (the origin
 * of the frames), the frame itself, which has the cache headers of the card fields, and an answer to any POST.
 */
export const servePages = async (): Promise<Pages> => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const filled = (body: string) =>
      page(body.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => searchParams.get(name) ?? ''));
    const answer = (text: string, cache = 'no-store', type = 'text/html; charset=utf-8') => {
      response.writeHead(200, {
        'Content-Type': type,
        'Cache-Control': cache,
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    if (request.method === 'POST') {
      request.resume().on('end', () => answer('{"id":"…"}', 'no-store', 'application/json'));
    } else if (pathname === '/card-fields') answer(filled(CARD_FIELDS));
    else if (pathname === '/payment-form') answer(filled(PAYMENT_FORM));
    else if (pathname === '/empty-frames') answer(filled(EMPTY_FRAMES));
    else answer(EMPTY, 'public, max-age=31536000, immutable');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
};
