import { readFileSync } from 'node:fs';

/** Returns a whole page of the browser library's own folder, which loads the library from an origin. */
export const wholePage = (name: 'payment-form.html' | 'card-fields.html', origin: string): string =>
  readFileSync(new URL(`../../../../sdk/pages/${name}`, import.meta.url), 'utf8')
    .trim()
    .replaceAll('http://localhost:3001', origin);
