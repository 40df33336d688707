import { readFile } from 'node:fs/promises';
import type { Context, Middleware } from 'koa';
import { escapeText } from './xml.ts';

const PAGE = new URL('problem.html', import.meta.url);

const NOT_FOUND = { title: 'Page not found', message: 'There is nothing at this address.' };
const NOT_DONE = { title: 'That did not work', message: 'Something went wrong in the shop. Try again in a minute.' };

/** Whether a person opened this address in a browser, as opposed to a script of a page. */
const isOpened = (ctx: Context): boolean =>
  ctx.method === 'GET' && (ctx.get('Accept').includes('text/html') || ctx.get('Sec-Fetch-Dest') === 'document');

/** Shows a person who opens an address what the shop refused there, with a link to the shop. Scripts get that. */
export const problemPage: Middleware = async (ctx, next) => {
  const show = async (words: { readonly title: string; readonly message: string }): Promise<void> => {
    const { status } = ctx;
    const html = await readFile(PAGE, 'utf8');
    ctx.type = 'html';
    ctx.body = html.replace(/\{\{(title|message)\}\}/g, (_, word: 'title' | 'message') => escapeText(words[word]));
    ctx.status = status;
  };

  if (!isOpened(ctx)) return next();
  try {
    await next();
  } catch (error) {
    ctx.app.emit('error', error, ctx);
    ctx.status = (error as { readonly status?: number }).status ?? 500;
    return show(NOT_DONE);
  }
  if (ctx.status < 400) return;
  const usual = ctx.status === 404 ? NOT_FOUND : NOT_DONE;
  const { error } = (ctx.body ?? {}) as { readonly error?: { readonly message?: string } };
  await show({ title: error ? NOT_DONE.title : usual.title, message: error?.message ?? usual.message });
};
