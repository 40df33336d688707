import { preferred } from './preferred.ts';
import { isReading, type Request } from './request.ts';

/** Whether a person asks with a browser: it prefers HTML, and programs do not. */
export const wantsPage = (ctx: Pick<Request, 'get' | 'method'>): boolean =>
  isReading(ctx) && preferred(ctx.get('Accept'))[0]?.value === 'text/html';
