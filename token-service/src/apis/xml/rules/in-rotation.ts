import type { SiteTurn } from '../../../http/site-rotation.ts';
import type { ApiStep } from '../api.ts';
import { identityOf } from './authorized.ts';

/** Waits for the request's turn among those of all sites, once all that it needs has arrived. */
export const inRotation = (turn: SiteTurn): ApiStep =>
  async function inRotation(ctx, next) {
    await turn(identityOf(ctx).site.id);
    await next();
  };
