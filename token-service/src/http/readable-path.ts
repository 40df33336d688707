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
 * Decodes a path or a part of one; undefined for one with a broken escape, bytes that are not UTF-8, or the NUL that
 * PostgreSQL refuses in text.
 */
export const decodedPath = (path: string): string | undefined => {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
};

export const isReadablePath = (ctx: Pick<Context, 'path'>): boolean =>
  hasPath(ctx) && decodedPath(ctx.path) !== undefined;

/** Refuses a path that cannot be parsed. */
export const readablePath: Step = async function readablePath(ctx, next) {
  if (!isReadablePath(ctx)) throw new Failure('not_found');
  await next();
};

/**
 * Returns a step that answers 404, with a text, to an address that is no path: one that cannot be parsed, at which
 * every other step would throw, or `*`. No browser asks for one.
 */
export const readableAddress = (nothing: string): Step =>
  async function readableAddress(ctx, next) {
    if (hasPath(ctx) && ctx.path.startsWith('/')) return next();
    ctx.status = 404;
    ctx.body = nothing;
  };
