import { createHash, createHmac } from 'node:crypto';
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

/** The one access key that the server knows. */
const ACCESS_KEY = 'test-key';
const SECRET_KEY = 'test-secret';
const REGION = 'eu-central-1';

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/;

interface SentSignature {
  readonly accessKey: string;
  readonly day: string;
  readonly region: string;
  /** Names of headers, separated by semicolons. */
  readonly signedHeaders: string;
  readonly signature: string;
  readonly moment: string;
  readonly payload: string;
}

/** Returns the signature that a request has in its headers or, if it is a link, in its address. */
const sentSignature = ({ headers }: IncomingMessage, { searchParams }: URL): SentSignature | undefined => {
  const sent = searchParams.has('X-Amz-Signature')
    ? `${searchParams.get('X-Amz-Algorithm')} Credential=${searchParams.get('X-Amz-Credential')}, SignedHeaders=${searchParams.get('X-Amz-SignedHeaders')}, Signature=${searchParams.get('X-Amz-Signature')}`
    : (headers.authorization ?? '');
  const [, accessKey, day, region, signedHeaders, signature] = SIGNED.exec(sent) ?? [];
  if (!accessKey || !day || !region || !signedHeaders || !signature) return undefined;
  const moment = searchParams.get('X-Amz-Date') ?? String(headers['x-amz-date']);
  const payload = String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
  return { accessKey, day, region, signedHeaders, signature, moment, payload };
};

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the signature (AWS Signature Version 4) that a request has to have. */
const rightSignature = ({ method, headers }: IncomingMessage, url: URL, sent: SentSignature): string => {
  const { day, signedHeaders, moment, payload } = sent;
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const signed = signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [method, url.pathname, query.join('&'), signed.join(''), signedHeaders, payload].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const key = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${SECRET_KEY}`,
  );
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  return createHmac('sha256', key).update(text).digest('hex');
};

/** Returns why a request is refused, with the codes and words of S3; undefined for one that is signed rightly. */
const refusalOf = (request: IncomingMessage, url: URL, raw: Buffer): { code: string; message: string } | undefined => {
  const sent = sentSignature(request, url);
  if (!sent || sent.region !== REGION) return { code: 'AccessDenied', message: 'Access Denied' };
  if (sent.accessKey !== ACCESS_KEY)
    return { code: 'InvalidAccessKeyId', message: 'The AWS Access Key Id you provided does not exist in our records.' };
  if (sent.signature !== rightSignature(request, url, sent))
    return {
      code: 'SignatureDoesNotMatch',
      message:
        'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    };
  if (/^[0-9a-f]{64}$/.test(sent.payload) && sent.payload !== sha256(raw))
    return {
      code: 'XAmzContentSHA256Mismatch',
      message: "The provided 'x-amz-content-sha256' header does not match what was computed.",
    };
  return undefined;
};

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
    const refusal = refusalOf(request, url, raw);
    if (refusal) return answer(403, `<Error><Code>${refusal.code}</Code><Message>${refusal.message}</Message></Error>`);
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
