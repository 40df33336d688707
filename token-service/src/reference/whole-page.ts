import { readFileSync } from 'node:fs';

interface Shown {
  /** The browser origin, which the page loads the library from. */
  readonly origin: string;
  /** Whether the service accepts the demo keys; where it does not, readers put in a key of their own. */
  readonly acceptsDemoKeys: boolean;
}

/** Returns a whole page of the browser library's own folder, for readers to save. */
export const wholePage = (
  name: 'payment-form.html' | 'card-fields.html',
  { origin, acceptsDemoKeys }: Shown,
): string => {
  const page = readFileSync(new URL(`../../../sdk/pages/${name}`, import.meta.url), 'utf8')
    .trim()
    .replaceAll('http://localhost:3001', origin);
  return acceptsDemoKeys ? page : page.replaceAll('demo-public-key', 'your-public-key');
};
