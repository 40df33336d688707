import { readFileSync } from 'node:fs';
import { type Document, documentAsIs, documentOf } from '../../../http/files/document.ts';
import { sendDocument } from '../../../http/files/send-document.ts';
import { stylesheet } from '../../style/stylesheet.ts';
import { ConsoleRefused } from '../refused.ts';
import type { ConsoleStep } from '../visit.ts';

const own = (name: string): URL => new URL(`../assets/${name}`, import.meta.url);

const addressOf = (name: string, { digest }: Document): string => `/assets/${name}?${digest.slice(0, 8)}`;

/** Inter without the weights and features that the console does not use; `tools/console-font.ts` makes it. */
const font = documentAsIs(readFileSync(own('inter.woff2')));
const STYLES = ['frame.css', 'tables.css', 'forms.css', 'records.css'].map(own);

const FILES: Readonly<
  Record<'console.css' | 'console.js' | 'passkeys.js' | 'inter.woff2', { type: string; document: Document }>
> = {
  'inter.woff2': { type: 'font/woff2', document: font },
  'console.css': {
    type: 'text/css; charset=utf-8',
    document: documentOf(Buffer.from(stylesheet(STYLES, (name) => addressOf(name, font)))),
  },
  'passkeys.js': { type: 'text/javascript; charset=utf-8', document: documentOf(readFileSync(own('passkeys.js'))) },
  'console.js': { type: 'text/javascript; charset=utf-8', document: documentOf(readFileSync(own('console.js'))) },
};

export type ConsoleFile = keyof typeof FILES;

/** The address of a file for the pages. It changes with the file, so that browsers may keep it. */
export const consoleAsset = (name: ConsoleFile): string => addressOf(name, FILES[name].document);

/** Serves the style, the script and the font of the console, to everyone. */
export const consoleAssets: ConsoleStep = async function consoleAssets(ctx) {
  const file = FILES[ctx.params.file as keyof typeof FILES];
  if (!file) throw new ConsoleRefused('missing');
  ctx.set('Content-Type', file.type);
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  await sendDocument(ctx, file.document);
};
