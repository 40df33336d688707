import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Compression = 'br' | 'gzip';

/** A file that browsers load. */
export interface Document {
  readonly identity: Buffer;
  /** Returns a compressed copy, made at the first request for it. Undefined for a file that is sent as it is. */
  readonly compressed?: (how: Compression) => Promise<Buffer>;
  /** The digest of its content, without quotes; each encoding adds its name. */
  readonly digest: string;
}

/** One whose content matters to how it is served. */
export interface TextDocument extends Document {
  readonly text: string;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** 132 bits of SHA-256, fit for addresses and entity tags. */
export const entityDigest = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/** A text file that is sent compressed. `quality` is that of Brotli, 1 to 11. */
export const documentOf = (identity: Buffer, quality = constants.BROTLI_MAX_QUALITY): TextDocument => {
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  };
  const compress = {
    br: () => brotli(identity, { params }),
    gzip: () => gzipped(identity, { level: 9 }),
  };
  const copies: Partial<Record<Compression, Promise<Buffer>>> = {};
  return {
    identity,
    compressed: (how) => {
      copies[how] ??= compress[how]();
      return copies[how];
    },
    digest: entityDigest(identity),
    text: identity.toString(),
  };
};

/** A file that is sent as it is, because its format is compressed already (woff2), or because copies take memory. */
export const documentAsIs = (identity: Buffer): Document => ({ identity, digest: entityDigest(identity) });

/** The subresource-integrity hash of a script, which a page may demand of it. */
export const integrityOf = ({ identity }: Document): string =>
  `sha384-${createHash('sha384').update(identity).digest('base64')}`;
