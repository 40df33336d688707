import { createHash } from 'node:crypto';

/** Returns the start of the digest of a file, by which the script requests it and the service recognizes it. */
export const fileDigest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
