import { html } from '../../../documents/html.ts';
import { fieldsOf } from '../../../http/query.ts';
import { DOWNLOAD_PATH } from '../parts/download-path.ts';
import { showPage } from '../parts/shell.ts';
import { type ConsoleRoute, readingPage } from '../route.ts';
import { consoleVisitOf } from '../visit.ts';
import { pathWithin } from './sign-in-parts.ts';

/** Returns the address of the page whose rows a file has. */
const pageOf = (file: string): string => {
  const [path = '', query] = file.split('?');
  const fields = new URLSearchParams(query);
  fields.delete('format');
  return fields.size === 0 ? path : `${path}?${fields}`;
};

/** The page after a proof of identity that begins the download of a file, and leads back to the page that offers it. */
export const downloadPage = (): ConsoleRoute =>
  readingPage(DOWNLOAD_PATH, 'download', 'signed in', (ctx) => {
    const { prefix } = consoleVisitOf(ctx);
    const query = fieldsOf(ctx.querystring);
    const file = pathWithin(query.get('file'));
    const back = pathWithin(query.get('back') ?? pageOf(file));
    if (file !== '/') ctx.set('Refresh', `0; url=${prefix}${file}`);
    showPage(ctx, { title: 'Download', back: { href: back, label: 'Back' } }, [
      file === '/'
        ? html`<p>The address of the file is too long. Go back, and download it again: your proof counts for five minutes.</p>`
        : html`<p>The file arrives in a moment, in the folder for downloads of your browser.</p>
<p><a class="button main" href="${prefix}${file}">Download it again</a></p>`,
    ]);
  });
