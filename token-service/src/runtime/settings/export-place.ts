import { resolve } from 'node:path';
import { OperatorTrouble } from '../operator-trouble.ts';
import { unusableSetting, urlSetting } from './plain-settings.ts';
import type { Settings } from './process-settings.ts';

/** A folder, or a bucket of S3 or of a server that speaks its protocol. */
export type ExportPlace =
  | { readonly folder: string }
  | {
      readonly bucket: string;
      /** The beginning of every key, empty or ending with a slash. */
      readonly prefix: string;
      /** Null: that of Amazon. */
      readonly endpoint: string | null;
      readonly region: string;
      /** Null: those that the machine or its role has. */
      readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
    };

/** Returns the place of nightly exports; null without one. Throws `OperatorTrouble`, never with the secret. */
export const exportPlaceSetting = (env: Settings): ExportPlace | null => {
  const to = env.EXPORT_TO;
  if (!to) return null;
  if (!to.startsWith('s3:')) return { folder: resolve(to) };
  const [, bucket = '', path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(to) ?? [];
  if (bucket === '') throw unusableSetting('EXPORT_TO', to, 'a folder, or s3://bucket/prefix');
  const [, accessKeyId, secretAccessKey] = /^([^:]+):(.+)$/.exec(env.EXPORT_S3_KEY ?? '') ?? [];
  // The message must not repeat the secret.
  if (env.EXPORT_S3_KEY && !(accessKeyId && secretAccessKey)) {
    throw new OperatorTrouble('EXPORT_S3_KEY cannot be used: give the id of the access key, a colon, and its secret.');
  }
  return {
    bucket,
    prefix: path.replace(/\/*$/, path ? '/' : ''),
    endpoint: urlSetting(env, 'EXPORT_S3_ENDPOINT', ['http:', 'https:']),
    region: env.EXPORT_S3_REGION || 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
};
