import type { Site } from '../site.ts';

/** An API key (specification "Authentication"). Private keys are held as a hash only. */
export interface Key {
  readonly id: string;
  readonly site_id: string;
  readonly kind: 'private' | 'public';
  readonly name: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  /** The key itself, public keys only. */
  readonly value: string | null;
  /** May make GET and HEAD requests only. */
  readonly read_only: boolean;
  /** System clock, milliseconds. */
  readonly created_at: number;
  /** System clock, milliseconds; a replaced key may stay valid for 12 hours. Null: does not end. */
  readonly valid_until: number | null;
}

/** Sites and their keys. The only port that is not of one site. */
export interface SiteRecords {
  all(): Promise<readonly Site[]>;
  find(subdomain: string): Promise<Site | undefined>;
  /** The site and key behind a presented key. Compared in constant time; a key past its `valid_until` is not found. */
  byPrivateKey(presented: string, now: number): Promise<{ readonly site: Site; readonly key: Key } | undefined>;
  byPublicKey(presented: string): Promise<Site | undefined>;
  add(site: Site): Promise<void>;
  save(site: Site): Promise<void>;
  keys(siteId: string): Promise<readonly Key[]>;
  addKey(key: Key): Promise<void>;
  saveKey(key: Key): Promise<void>;
  removeKey(id: string): Promise<void>;
}
