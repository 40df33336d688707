import { refuseKey } from '../../domain/sites/key-rules.ts';
import { type IssuedKey, issueKey, type KeyDeps } from '../../engine/sites/issue-key.ts';
import { type Administrator, callerOn, onSite } from '../../engine/sites/on-site.ts';

export interface CreateKey {
  readonly name: string;
  /** Allows only GET and HEAD requests. */
  readonly read_only: boolean;
}

/** Adds a private key to a site. Throws `not_found`, `Invalid`. */
export const createKey =
  (deps: KeyDeps) =>
  (operator: Administrator, subdomain: string, { name, read_only }: CreateKey): Promise<IssuedKey> =>
    onSite(deps, subdomain, async (site, sites, records) => {
      const requested = { kind: 'private', name, read_only } as const;
      refuseKey(site, await sites.keys(site.id), deps.world.clock.now(), requested);
      return issueKey(deps, callerOn(deps.world, operator, site), sites, records, requested);
    });
