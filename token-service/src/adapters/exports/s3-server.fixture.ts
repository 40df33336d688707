import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server that keeps objects in memory and answers as S3 does, to requests that are signed. */
export interface S3Server {
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Lets requests wait, and returns what resolves once one does, and what ends their waiting. */
  hold(): { readonly asked: Promise<void>; release(): void };
  close(): Promise<void>;
}

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=\S+, Signature=[0-9a-f]{64}$/;

const isSigned = ({ headers }: IncomingMessage, url: URL): boolean =>
  SIGNED.test(headers.authorization ?? '') ||
  (url.searchParams.get('X-Amz-Credential')?.startsWith('test-key/') === true &&
    /^[0-9a-f]{64}$/.test(url.searchParams.get('X-Amz-Signature') ?? ''));

/** Returns the content of a body that is sent in chunks, each with its own signature or checksum. */
const unchunked = (body: Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (!size) break;
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
};

export const openS3Server = async (): Promise<S3Server> => {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let held: { readonly asked: () => void; readonly released: Promise<void> } | undefined;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const key = decodeURIComponent(url.pathname);
    const raw = await buffer(request);
    const answer = (status: number, text = '', headers = {}) => response.writeHead(status, headers).end(text);
    held?.asked();
    await held?.released;
    if (!isSigned(request, url)) return answer(403, '<Error><Code>AccessDenied</Code></Error>');
    const isChunked = String(request.headers['content-encoding'] ?? '').includes('aws-chunked');
    const body = isChunked ? unchunked(raw) : raw;
    const upload = url.searchParams.get('uploadId');
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, new Map());
      return answer(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (request.method === 'PUT' && upload) {
      uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), body);
      return answer(200, '', { ETag: '"part"' });
    }
    if (request.method === 'POST' && upload) {
      const parts = [...(uploads.get(upload) ?? [])].sort(([one], [other]) => one - other);
      objects.set(key, Buffer.concat(parts.map(([, part]) => part)));
      return answer(200, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      return answer(200, '', { ETag: '"whole"' });
    }
    const found = objects.get(key);
    if (!found) return answer(404, '<Error><Code>NoSuchKey</Code></Error>');
    response.writeHead(200, { 'Content-Length': found.length }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    hold() {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { asked: asked.resolve, released: released.promise };
      return {
        asked: asked.promise,
        release() {
          held = undefined;
          released.resolve();
        },
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
