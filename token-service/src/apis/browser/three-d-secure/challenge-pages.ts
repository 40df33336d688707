import { type Document, documentOf } from '../../../http/files/document.ts';
import { sendDocument } from '../../../http/files/send-document.ts';
import type { Step } from '../../../http/request.ts';
import { routed } from '../../../http/routed.ts';
import { PERMISSIONS_POLICY, permissionsPolicyWith } from '../frames/frame-policy.ts';
import { BANK_FEATURES, CHALLENGE_DOCUMENT, RETURN_DOCUMENT } from './challenge-document.ts';
import { challengePolicy, returnPolicy } from './policies.ts';

interface Served {
  readonly name: string;
  readonly document: Document;
  readonly headers: Readonly<Record<string, string>>;
}

const COMMON = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
};

/**
 * The document around a challenge, and the one to which banks return customers. Both are static: the query string of a
 * return is neither read nor logged, because the gateway is asked for the outcome.
 */
export const challengePages = (secure: boolean): Step => {
  const served: ReadonlyMap<string, Served> = new Map([
    [
      '/js/v1/three-d-secure.html',
      {
        name: 'challenge',
        document: documentOf(Buffer.from(CHALLENGE_DOCUMENT)),
        headers: {
          ...COMMON,
          'Content-Security-Policy': challengePolicy(CHALLENGE_DOCUMENT, secure),
          'Permissions-Policy': permissionsPolicyWith(BANK_FEATURES),
        },
      },
    ],
    [
      '/js/v1/three_d_secure/return',
      {
        name: 'challenge return',
        document: documentOf(Buffer.from(RETURN_DOCUMENT)),
        headers: {
          ...COMMON,
          'Content-Security-Policy': returnPolicy(RETURN_DOCUMENT, secure),
          'Permissions-Policy': PERMISSIONS_POLICY,
        },
      },
    ],
  ]);

  return routed(async function challengePages(ctx, next) {
    const found = served.get(ctx.path);
    if (!found) return next();
    ctx.state.route = found.name;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.status = 405;
      ctx.set('Allow', 'GET, HEAD');
      return;
    }
    ctx.set(found.headers);
    await sendDocument(ctx, found.document);
  }, served.keys());
};
