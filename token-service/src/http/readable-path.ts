import { Failure } from '@service/billing/values/failure.ts';
import type { Context } from 'koa';
import type { Step } from './request.ts';

/** Whether the address of a request has a path: an absolute one may have none, at which Koa throws. */
export const hasPath = (ctx: Pick<Context, 'path'>): boolean => {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
};

/**
 * Whether a path can be parsed: not one with a broken escape, bytes that are not UTF-8, or the NUL that PostgreSQL
 * refuses in text.
 */
export const isReadablePath = (ctx: Pick<Context, 'path'>): boolean => hasPath(ctx) && isDecodable(ctx.path);

/** Refuses a path that cannot be parsed. */
export const readablePath: Step = async function readablePath(ctx, next) {
  if (!isReadablePath(ctx)) throw new Failure('not_found');
  await next();
};

const isDecodable = (path: string): boolean => {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
};
