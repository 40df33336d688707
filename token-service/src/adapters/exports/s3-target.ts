import type { Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ExportTarget } from './export-target.ts';

export interface S3Settings {
  readonly bucket: string;
  /** The beginning of every key, empty or ending with a slash. */
  readonly prefix: string;
  /** Null: that of Amazon. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Null: those that the SDK finds by itself, such as a role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** Keeps files in a bucket of S3, or of a server that speaks its protocol. Large files are uploaded in parts. */
export const s3Target = ({ bucket, prefix, endpoint, region, credentials }: S3Settings): ExportTarget => {
  const client = new S3Client({
    region,
    ...(credentials ? { credentials: { ...credentials } } : {}),
    // Other servers have no host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  const at = (path: string) => ({ Bucket: bucket, Key: `${prefix}${path}` });
  return {
    async put(path, content: Readable, signal) {
      const upload = new Upload({ client, params: { ...at(path), Body: content, ContentType: 'text/csv' } });
      const stop = (): void => void upload.abort();
      signal?.addEventListener('abort', stop);
      try {
        await upload.done();
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    linkTo: (path, lasting) => getSignedUrl(client, new GetObjectCommand(at(path)), { expiresIn: lasting }),
    async read(path) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(path)));
        return Body as Readable | undefined;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
};
