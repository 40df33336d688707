import type { Document } from '../../../http/files/document.ts';
import { sendDocument } from '../../../http/files/send-document.ts';
import { fieldsOf } from '../../../http/query.ts';
import type { Request, Step } from '../../../http/request.ts';
import { routed } from '../../../http/routed.ts';
import type { Documents } from './built-files.ts';
import { fonts } from './fonts.ts';
import { framePolicy, PERMISSIONS_POLICY } from './frame-policy.ts';

export interface FrameSettings {
  /** The version of the library; the content at an address with it never changes. */
  readonly version: string;
  /** Whether browsers reach this origin over TLS. */
  readonly secure: boolean;
}

type Headers = Readonly<Record<string, string>>;

interface Served {
  readonly name: string;
  readonly document: Document;
  readonly headers: Headers;
  /** Whether the library requests it by its digest: for another one, it may be outdated soon. */
  readonly byDigest?: boolean;
}

/** Returns the digest by which the library of the same build requests a file. */
const shortDigest = ({ digest }: Document): string => digest.slice(0, 8);

const FOR_A_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';
/** A merchant's page loads the script by an address that stays the same, so a new one must reach it soon. */
const FIVE_MINUTES = 'public, max-age=300';

/**
 * Serves the files that browsers load from this origin: the library as a script and as a module, its stylesheet, the
 * document of a card field, and fonts. Everything else passes on.
 */
export const frames = (
  {
    library,
    module,
    stylesheet,
    frame,
    onDemand,
    threeDSecure,
    wallet,
    appearance,
    binding,
    messages,
    theme,
    texts,
  }: Documents,
  { version, secure }: FrameSettings,
): Step => {
  // Modules, fonts, and what has an integrity hash, are fetched with CORS.
  const forAnyPage: Headers = { 'Access-Control-Allow-Origin': '*' };
  /** The newest release of a file, and that release for ever. */
  const released = (name: string, extension: string, type: string, document: Document): [string, Served][] => {
    const headers = { ...forAnyPage, 'Content-Type': `${type}; charset=utf-8` };
    return [
      [`/v1/service${extension}`, { name, document, headers: { ...headers, 'Cache-Control': FIVE_MINUTES } }],
      [`/v1/service-${version}${extension}`, { name, document, headers: { ...headers, 'Cache-Control': FOR_A_YEAR } }],
    ];
  };
  const field: Headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': framePolicy(frame.text, secure),
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Permissions-Policy': PERMISSIONS_POLICY,
  };

  // A merchant's page may be set in the font of its fields.
  const font: Headers = { ...forAnyPage, 'Content-Type': 'font/woff2', 'Cache-Control': FOR_A_YEAR };

  const served: ReadonlyMap<string, Served> = new Map([
    ...[...fonts()].map(([path, document]): [string, Served] => [path, { name: 'font', document, headers: font }]),
    ...released('library', '.js', 'text/javascript', library),
    ...released('library module', '.mjs', 'text/javascript', module),
    ...released('library stylesheet', '.css', 'text/css', stylesheet),
    ['/js/v1/field.html', { name: 'card field', document: frame, headers: field, byDigest: true }],
    ...[
      ['on-demand.js', onDemand] as const,
      ['three-d-secure.js', threeDSecure] as const,
      ['wallet.js', wallet] as const,
      ['appearance.js', appearance] as const,
      ['binding.js', binding] as const,
      ['messages.js', messages] as const,
      ['theme.js', theme] as const,
      ...[...texts].map(([name, document]) => [`texts/${name}`, document] as const),
    ].map(([name, document]): [string, Served] => [
      `/js/v1/${name}`,
      {
        name: 'library on demand',
        document,
        headers: { ...forAnyPage, 'Content-Type': 'text/javascript; charset=utf-8' },
        byDigest: true,
      },
    ]),
  ]);

  return routed(async function frames(ctx, next) {
    const found = served.get(ctx.path);
    if (!found) return next();
    ctx.state.route = found.name;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return wrongMethod(ctx);

    ctx.set(found.headers);
    if (found.byDigest)
      ctx.set(
        'Cache-Control',
        fieldsOf(ctx.querystring).get('v') === shortDigest(found.document) ? FOR_A_YEAR : REVALIDATED,
      );
    await sendDocument(ctx, found.document);
  }, served.keys());
};

const wrongMethod = (ctx: Request): void => {
  ctx.status = 405;
  ctx.set('Allow', 'GET, HEAD');
  ctx.body = 'This address answers GET and HEAD only.';
};
