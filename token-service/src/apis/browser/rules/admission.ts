import { requireEncryption } from '../../../http/in-the-clear.ts';
import type { BrowserStep } from '../api.ts';
import type { siteByPublicKey } from '../public-key.ts';
import { Refusal } from '../refusal.ts';

/**
 * Rejects requests of pages of other origins, which current browsers mark as such. Requests that come from no page
 * cannot abuse a customer's consent.
 */
export const ownPagesOnly = (publicUrl: string | null | undefined): BrowserStep =>
  async function ownPagesOnly(ctx, next) {
    const relation = ctx.get('Sec-Fetch-Site');
    const origin = ctx.get('Origin');
    const isOther = relation
      ? relation !== 'same-origin'
      : origin !== '' && origin !== publicUrl && URL.parse(origin)?.host !== ctx.host;
    if (isOther) throw new Refusal('other-page');
    await next();
  };

/** Finds the site by the public key among the fields. A production site requires HTTPS. */
export const identifyByPublicKey = (
  siteOf: ReturnType<typeof siteByPublicKey>,
  publicUrl: string | null | undefined,
): BrowserStep => {
  const encrypted = requireEncryption(publicUrl);
  return async function identify(ctx, next) {
    const site = await siteOf(ctx.state.fields.key);
    ctx.state.identity = { site };
    encrypted(ctx, site);
    if (ctx.state.post) ctx.state.post.site = site;
    await next();
  };
};
