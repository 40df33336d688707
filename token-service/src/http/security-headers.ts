import helmet from 'koa-helmet';
import type { Request, Step } from './request.ts';

/** One year. Other hosts of the domain decide for themselves. */
const HSTS = { maxAge: 31_536_000, includeSubDomains: false };

/** Headers that no response has, beside `nosniff` and `no-referrer`, which every response has. */
const OFF = {
  contentSecurityPolicy: false,
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
} as const;

/** Responses for programs: browsers must not run, frame or sniff them. */
export const headersForPrograms = (): Step =>
  helmet({
    ...OFF,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    strictTransportSecurity: HSTS,
    frameguard: { action: 'deny' },
  }) as Step;

/**
 * Pages that show personal data: browsers keep no copy, send no referrer, and show them in no frame. `policy`: their
 * content-security policy.
 */
export const headersForPages = (policy: string, isSecure: (ctx: Request) => boolean): Step => {
  const common = {
    ...OFF,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  } as const;
  const inTheClear = helmet({ ...common, strictTransportSecurity: false }) as Step;
  const encrypted = helmet({ ...common, strictTransportSecurity: HSTS }) as Step;
  const own = { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
  return function headersForPages(ctx, next) {
    ctx.set(own);
    return (isSecure(ctx) ? encrypted : inTheClear)(ctx, next);
  };
};

/** Files and documents that pages of other origins load. Each document says itself who may frame it. */
export const headersForFiles = (secure: boolean): Step =>
  helmet({
    ...OFF,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: secure && HSTS,
    frameguard: false,
  }) as Step;
