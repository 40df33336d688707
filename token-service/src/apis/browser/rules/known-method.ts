import type { BrowserStep } from '../api.ts';
import { Refusal } from '../refusal.ts';
import { type Head, setHead } from './head.ts';

/** Requests of the browser library are simple and need no preflight; those of other clients may. */
export const preflight = (method: string, head: Head): BrowserStep =>
  function preflight(ctx, next) {
    if (ctx.method !== 'OPTIONS') return next();
    setHead(ctx, head);
    ctx.status = 204;
    ctx.set('Access-Control-Allow-Methods', method);
    ctx.set('Access-Control-Allow-Headers', 'Content-Type');
    ctx.set('Access-Control-Max-Age', '86400');
    return Promise.resolve();
  };

export const knownMethod = (method: string): BrowserStep =>
  function knownMethod(ctx, next) {
    if (ctx.method === method) return next();
    ctx.set('Allow', `${method}, OPTIONS`);
    throw new Refusal('wrong-method', method);
  };
