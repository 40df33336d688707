import { Failure } from '@service/billing/values/failure.ts';
import type { Context } from 'koa';

const HOST = /^([\w.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Returns scheme and host under which a client called this service. Without a configured URL this is the Host header,
 * which is validated, because every link of the response contains it.
 */
export const clientOrigin =
  (publicUrl: string | null | undefined) =>
  (ctx: Pick<Context, 'host' | 'protocol'>): string => {
    if (publicUrl) return publicUrl.replace(/\/+$/, '');
    if (!HOST.test(ctx.host) || !URL.canParse(`http://${ctx.host}`)) throw new Failure('bad_request', { name: 'Host' });
    return `${ctx.protocol}://${ctx.host}`;
  };
