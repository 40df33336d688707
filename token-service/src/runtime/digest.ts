import { hash } from 'node:crypto';

/**
 * Returns the stored form of a secret key: SHA-256, hexadecimal. Keys are long and random, so a slow hash would protect
 * nothing more.
 */
export const digest = (key: string): string => hash('sha256', key);
