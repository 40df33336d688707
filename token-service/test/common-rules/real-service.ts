import { randomUUID } from 'node:crypto';
import { digest } from '../../src/runtime/digest.ts';
import { startTestService, type TestServiceOptions } from '../service.ts';
import type { SiteKeys, Target } from './target.ts';

/** The complete service as a target: its own endpoints and database. */
export const openRealService = async (
  options: Pick<TestServiceOptions, 'databaseUrl'> = {},
): Promise<Target & { close(): Promise<void> }> => {
  const { apiUrl, clock, service, openSite, close } = await startTestService(options);

  const readOnlyKey = async (siteId: string): Promise<string> => {
    const value = randomUUID();
    await service.opened.administration.transaction(siteId, (sites) =>
      sites.addKey({
        id: randomUUID(),
        site_id: siteId,
        kind: 'private',
        name: 'read-only',
        hash: digest(value),
        value: null,
        read_only: true,
        created_at_ms: clock.now(),
        valid_until_ms: null,
      }),
    );
    return value;
  };

  return {
    baseUrl: apiUrl.replace('localhost', '127.0.0.1'),
    async openSite(settings): Promise<SiteKeys> {
      const { site, privateKey } = await openSite(settings);
      return { private: privateKey, readOnly: await readOnlyKey(site.id) };
    },
    setClock: (now) => clock.travelTo(new Date(now).toISOString()),
    close,
  };
};
