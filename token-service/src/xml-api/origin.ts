import { Failure } from '@service/billing/failure.ts';
import type { Api } from './api.ts';

const HOST = /^([\w.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Scheme and host that a client called this service by. Without a configured address that is the Host header, which
 * must look like one: it goes into every link of the answer.
 */
export const originOf =
  (publicUrl: string | null | undefined) =>
  (ctx: Pick<Api, 'host' | 'protocol'>): string => {
    if (publicUrl) return publicUrl.replace(/\/+$/, '');
    if (!HOST.test(ctx.host) || !URL.canParse(`http://${ctx.host}`)) throw new Failure('bad_request', { name: 'Host' });
    return `${ctx.protocol}://${ctx.host}`;
  };
