import { readFileSync } from 'node:fs';
import { type Document, digestOf, documentAsIs, documentOf } from '../../../http/files/document.ts';
import { fontBytes } from '../../../http/files/font.ts';
import { sendDocument } from '../../../http/files/send-document.ts';
import { stylesheet } from '../../style/stylesheet.ts';
import { Refused } from '../refused.ts';
import type { Step } from '../visit.ts';

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

const own = (type: string, name: string): Asset => ({
  type: `${type}; charset=utf-8`,
  bytes: readFileSync(new URL(`../assets/${name}`, import.meta.url)),
});

const FONTS: Readonly<Record<string, Asset>> = {
  'inter.woff2': { type: 'font/woff2', bytes: fontBytes('inter') },
  'inter-ext.woff2': { type: 'font/woff2', bytes: fontBytes('inter', 'latin-ext') },
  'inter-greek.woff2': { type: 'font/woff2', bytes: fontBytes('inter', 'greek') },
};
/** The addresses of fonts change with them. */
const fontAddress = (name: string): string => `${name}?${digestOf(FONTS[name]?.bytes ?? Buffer.alloc(0)).slice(0, 8)}`;
const STYLES = ['layout.css', 'cards.css', 'forms.css', 'invoice.css', 'scripts.css'].map(
  (name) => new URL(`../assets/${name}`, import.meta.url),
);

const FILES = {
  'account.css': { type: 'text/css; charset=utf-8', bytes: Buffer.from(stylesheet(STYLES, fontAddress)) },
  'account.js': own('text/javascript', 'account.js'),
  'confirm.js': own('text/javascript', 'confirm.js'),
  'payment-method.js': own('text/javascript', 'payment-method.js'),
  'inter.woff2': FONTS['inter.woff2']!,
  'inter-ext.woff2': FONTS['inter-ext.woff2']!,
  'inter-greek.woff2': FONTS['inter-greek.woff2']!,
} as const satisfies Record<string, Asset>;

type AssetName = keyof typeof FILES;
const NAMES = Object.keys(FILES) as AssetName[];
const DIGESTS = Object.fromEntries(NAMES.map((name) => [name, digestOf(FILES[name].bytes)])) as Record<
  AssetName,
  string
>;

/** The address of a file for the pages. It changes with the file, so that browsers may keep it. */
export const asset = (name: AssetName): string => `/account/assets/${name}?${DIGESTS[name].slice(0, 8)}`;

const documentFor = ({ type, bytes }: Asset): Document =>
  type === 'font/woff2' ? documentAsIs(bytes) : documentOf(bytes);

/** Serves the style, the scripts and the fonts of the pages, to everyone. */
export const assets = (): Step => {
  const documents = new Map(NAMES.map((name) => [name as string, documentFor(FILES[name])]));
  return async function assets(ctx) {
    const { file = '' } = ctx.params;
    const document = documents.get(file);
    if (!document) throw new Refused('missing');
    ctx.set('Content-Type', FILES[file as AssetName].type);
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    await sendDocument(ctx, document);
  };
};
