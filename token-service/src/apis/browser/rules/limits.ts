import { clientAddress } from '../../../http/client-address.ts';
import type { BrowserStep } from '../api.ts';
import type { TokenPost, tokenLimits } from '../token-limits.ts';
import type { Limits } from '../within-limits.ts';

/** Limits the look-ups of one address. */
export const withinLookUpLimit = (limits: Limits): BrowserStep =>
  async function withinLookUpLimit(ctx, next) {
    await limits.address(ctx.state.route, clientAddress(ctx));
    await next();
  };

/** Limits the look-ups with one key that name something real. */
export const withinSiteLimit = (limits: Limits): BrowserStep =>
  async function withinSiteLimit(ctx, next) {
    await limits.site(ctx.state.route, ctx.state.identity!.site, next);
  };

/** Counts a token post against its address and, once it is well-formed, against its key. */
export const countPost = (tokens: ReturnType<typeof tokenLimits>): BrowserStep =>
  async function countPost(ctx, next) {
    const { state } = ctx;
    const post: TokenPost = { route: state.route, address: clientAddress(ctx) };
    state.post = post;
    await tokens.count(post, (admit) => {
      state.admit = admit;
      return next();
    });
  };
