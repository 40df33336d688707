import type { Key, KeyUse } from '../domain/sites/key.ts';
import type { LogoFile } from '../resources/setting.ts';
import type { Site } from '../resources/site.ts';
import type { Millis } from '../values/time.ts';

/** Sites and their keys. Not limited to one site. */
export interface SiteRecords {
  all(): Promise<readonly Site[]>;
  /** Sites with webhook endpoints, paused ones included. */
  withWebhooks(): Promise<readonly Site[]>;
  find(subdomain: string): Promise<Site | undefined>;
  /**
   * Returns the site and the record of a presented key. Compared in constant time; a key past its `valid_until_ms` is
   * not found.
   */
  byPrivateKey(presented: string, now: Millis): Promise<{ readonly site: Site; readonly key: Key } | undefined>;
  byPublicKey(presented: string): Promise<Site | undefined>;
  add(site: Site): Promise<void>;
  save(site: Site): Promise<void>;
  /** Returns the PNG file of a site's logo. */
  logo(site: Pick<Site, 'id' | 'logo'>): Promise<Uint8Array | undefined>;
  /** Replaces the file of a site's logo; null removes it. */
  keepLogo(siteId: string, logo: LogoFile | null): Promise<void>;
  keys(siteId: string): Promise<readonly Key[]>;
  /** The last use of each key of a site that has been used. */
  keyUses(siteId: string): Promise<readonly KeyUse[]>;
  /** Records a use of a key in place of an earlier one. */
  keepKeyUse(siteId: string, use: KeyUse): Promise<void>;
  addKey(key: Key): Promise<void>;
  saveKey(key: Key): Promise<void>;
  /** Removes a key, and what is known of its use. */
  removeKey(siteId: string, id: string): Promise<void>;
}
