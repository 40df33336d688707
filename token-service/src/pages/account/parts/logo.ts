import type { SiteRecords } from '@service/billing/ports/sites.ts';
import { logoNamed } from '../../../documents/brand/logo-address.ts';
import { documentAsIs } from '../../../http/files/document.ts';
import { sendDocument } from '../../../http/files/send-document.ts';
import { Refused } from '../refused.ts';
import type { Step } from '../visit.ts';

/** A browser that opens the picture by itself runs nothing in it. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Serves the logo of a site, to everyone. Its address changes with it. */
export const logo = ({ sites }: { readonly sites: Pick<SiteRecords, 'find' | 'logo'> }): Step =>
  async function logo(ctx) {
    const { subdomain, digest } = logoNamed(ctx.params.file ?? '');
    const site = await sites.find(subdomain);
    const bytes = site?.logo?.digest === digest ? await sites.logo(site) : undefined;
    if (!bytes) throw new Refused('missing');
    ctx.set('Content-Type', 'image/png');
    ctx.set('Content-Security-Policy', POLICY);
    // Mail that is read in a browser shows it too.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    await sendDocument(ctx, documentAsIs(Buffer.from(bytes)));
  };
