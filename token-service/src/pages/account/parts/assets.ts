import { readFileSync } from 'node:fs';
import { FONT_FAMILIES, type FontFamily } from '@service/billing/resources/font-families.ts';
import { type Document, documentAsIs, documentOf, entityDigest } from '../../../http/files/document.ts';
import { fontBytes } from '../../../http/files/font.ts';
import { sendDocument } from '../../../http/files/send-document.ts';
import { fieldsOf } from '../../../http/query.ts';
import { stylesheet } from '../../style/stylesheet.ts';
import { PageRefused } from '../refused.ts';
import type { AccountPage, PageStep } from '../visit.ts';
import { type BrandLook, brandSheet } from './brand-sheet.ts';

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

const own = (type: string, name: string): Asset => ({
  type: `${type}; charset=utf-8`,
  bytes: readFileSync(new URL(`../assets/${name}`, import.meta.url)),
});

/** The file of a font by its name: `lora.woff2`, `lora-ext.woff2`, `inter-greek.woff2`. */
const FONT = /^([a-z0-9-]+?)(?:-(ext|greek))?\.woff2$/;
const SUBSETS = { '': 'latin', ext: 'latin-ext', greek: 'greek' } as const;
const fonts = new Map<string, Document>();

/** Reads a font when it is first asked for: most sites use one. */
const fontOf = (file: string): Document | undefined => {
  const [, family = '', subset = ''] = FONT.exec(file) ?? [];
  // Greek pages of a brand fall back to Inter's Greek letters.
  if (!isFontFamily(family) || (subset === 'greek' && family !== 'inter')) return undefined;
  const known = fonts.get(file) ?? documentAsIs(fontBytes(family, SUBSETS[subset as keyof typeof SUBSETS]));
  fonts.set(file, known);
  return known;
};

export const isFontFamily = (name: string): name is FontFamily => (FONT_FAMILIES as readonly string[]).includes(name);

const addressOf = (name: string, digest = ''): string => `/account/assets/${name}?${digest.slice(0, 8)}`;

/** The address of a font. It changes with the file, so that browsers may keep it. */
export const pageFontAddress = (file: string): string => addressOf(file, fontOf(file)?.digest);

const STYLES = ['layout.css', 'cards.css', 'forms.css', 'invoice.css', 'scripts.css'].map(
  (name) => new URL(`../assets/${name}`, import.meta.url),
);

const FILES = {
  'account.css': {
    type: 'text/css; charset=utf-8',
    bytes: Buffer.from(stylesheet(STYLES, (name) => pageFontAddress(name).replace('/account/assets/', ''))),
  },
  'account.js': own('text/javascript', 'account.js'),
  'confirm.js': own('text/javascript', 'confirm.js'),
  'payment-method.js': own('text/javascript', 'payment-method.js'),
} as const satisfies Record<string, Asset>;

type AssetName = keyof typeof FILES;
const NAMES = Object.keys(FILES) as AssetName[];
const DIGESTS = Object.fromEntries(NAMES.map((name) => [name, entityDigest(FILES[name].bytes)])) as Record<
  AssetName,
  string
>;

/** The address of a file for the pages. It changes with the file, so that browsers may keep it. */
export const asset = (name: AssetName): string => addressOf(name, DIGESTS[name]);

const sheetOf = (look: BrandLook): Buffer => Buffer.from(brandSheet(look, pageFontAddress));

/** The address of the stylesheet of a brand, which names its colour and its font. It changes with the stylesheet. */
export const brandAddress = (look: BrandLook): string =>
  `/account/assets/brand.css?color=${look.color?.slice(1) ?? ''}&font=${look.font}&${entityDigest(sheetOf(look)).slice(0, 8)}`;

const brandOf = ({ querystring }: AccountPage): Document | undefined => {
  const query = fieldsOf(querystring);
  const [color = '', font = ''] = [query.get('color') ?? '', query.get('font') ?? ''];
  if (!/^([0-9a-f]{6})?$/i.test(color) || !isFontFamily(font)) return undefined;
  return documentAsIs(sheetOf({ color: color ? `#${color}` : null, font }));
};

/** Serves the style, the scripts and the fonts of the pages, to everyone. */
export const assets = (): PageStep => {
  const documents = new Map(NAMES.map((name) => [name as string, documentOf(FILES[name].bytes)]));
  const found = (ctx: AccountPage, file: string): [type: string, document: Document | undefined] => {
    if (file === 'brand.css') return ['text/css; charset=utf-8', brandOf(ctx)];
    if (file.endsWith('.woff2')) return ['font/woff2', fontOf(file)];
    return [FILES[file as AssetName]?.type ?? '', documents.get(file)];
  };
  return async function assets(ctx) {
    const [type, document] = found(ctx, ctx.params.file ?? '');
    if (!document) throw new PageRefused('missing');
    ctx.set('Content-Type', type);
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    await sendDocument(ctx, document);
  };
};
