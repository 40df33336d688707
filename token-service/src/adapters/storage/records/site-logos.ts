import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Queries } from '../database.ts';

const LOGO = 'SELECT png FROM site_logos WHERE site_id = $1 AND digest = $2';
const KEEP_LOGO =
  'INSERT INTO site_logos (site_id, digest, png) VALUES ($1, $2, $3) ' +
  'ON CONFLICT (site_id) DO UPDATE SET digest = excluded.digest, png = excluded.png';
const REMOVE_LOGO = 'DELETE FROM site_logos WHERE site_id = $1';

/** The files of logos, apart from their sites, which are read with every request. */
export const siteLogos = (queries: Queries): Pick<SiteRecords, 'logo' | 'keepLogo'> => ({
  async logo({ id, logo }) {
    const row = logo && (await queries.get(LOGO, [id, logo.digest]));
    return row ? Buffer.from(String(row.png), 'base64') : undefined;
  },
  async keepLogo(siteId, logo) {
    if (logo) await queries.write(KEEP_LOGO, [siteId, logo.digest, logo.png]);
    else await queries.write(REMOVE_LOGO, [siteId]);
  },
});
