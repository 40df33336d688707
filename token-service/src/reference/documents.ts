import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { markdownPage } from './markdown.ts';
import type { DocPage } from './parts.ts';

const ROOT = new URL('../../../docs/', import.meta.url);

/** Documents for people who work on the project itself. */
const INTERNAL = ['README.md', 'architecture.md', 'benchmarks.md'];

/** In the order in which readers meet them. */
const GUIDES = [
  'payment-form.md',
  'card-fields.md',
  'elements.md',
  'themes.md',
  'languages.md',
  'prices.md',
  'wallet.md',
  'bank-debits.md',
  'react.md',
  'vue.md',
  'typescript-and-npm.md',
  'content-security-policy.md',
  'not-offered.md',
];

interface Service {
  readonly origin: string;
  /** The browser origin; undefined: this process does not know it. */
  readonly browser: string | undefined;
  /** A private key that examples may name; undefined: readers put in keys of their own. */
  readonly key: string | undefined;
}

/** Replaces the addresses and keys in the examples of a document by those of the service. */
const ofService = (text: string, { origin, browser, key }: Service): string =>
  text
    .replaceAll('https://pay.example.com', browser ?? 'https://pay.example.com')
    .replaceAll('your-public-key', key === undefined ? 'your-public-key' : 'demo-public-key')
    .replaceAll('API=http://localhost:3000 KEY=demo-private-key', `API=${origin} KEY=${key ?? 'your-private-key'}`);

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.md') && !INTERNAL.includes(name))
    .sort();

/** The documents of the repository as pages. */
interface DocumentPages {
  /** About the browser library. */
  readonly guides: DocPage[];
  readonly recipes: DocPage[];
  readonly concepts: DocPage[];
}

/** Returns the documents of the repository that are for merchants and operators as pages. */
export const documentPages = (service: Service): DocumentPages => {
  const known = new Set([...filesIn('./'), ...filesIn('./recipes/'), ...GUIDES]);
  const hrefOf = (link: string): string | undefined => {
    const [path = '', hash] = link.split('#');
    const name = basename(path);
    return known.has(name) ? `/docs/${basename(name, '.md')}${hash ? `#${hash}` : ''}` : undefined;
  };
  const pages = (folder: string, group: string, names = filesIn(folder)): DocPage[] =>
    names.map((name) =>
      markdownPage({
        path: `/docs/${basename(name, '.md')}`,
        group,
        text: ofService(readFileSync(new URL(folder + name, ROOT), 'utf8'), service),
        hrefOf,
      }),
    );
  return {
    guides: pages('./guides/', 'Browser', GUIDES),
    recipes: pages('./recipes/', 'Recipes'),
    concepts: pages('./', 'How it works'),
  };
};
