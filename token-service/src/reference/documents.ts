import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { markdownPage } from './markdown.ts';
import type { DocPage } from './parts.ts';

/** The repository. */
const ROOT = new URL('../../../', import.meta.url);

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

/** The READMEs of the components, by the path of their page. Their last sections are for work on the components. */
const COMPONENTS = {
  '/docs/react-components': 'sdk/react/README.md',
  '/docs/vue-components': 'sdk/vue/README.md',
} as const;
const OF_PROJECT = ['Files', 'Dependencies'];

/** The README of the browser library has no page: its sections are told by these. */
const LIBRARY = 'sdk/README.md';
const OF_LIBRARY: Readonly<Record<string, string>> = {
  '': '/docs/browser-library',
  'your-page': '/docs/browser-library',
  'payment-form': '/docs/payment-form',
  elements: '/docs/elements',
};

/** Documents whose steps start another service on the reader's machine. */
const WITH_OWN_SERVICE = ['docs/recipes/take-real-payments.md'];

interface Service {
  readonly origin: string;
  /** The browser origin; undefined: this process does not know it. */
  readonly browser: string | undefined;
  /** A private key that examples may name; undefined: readers put in keys of their own. */
  readonly key: string | undefined;
  /** The origin of the example shop; undefined: it is not started with this service. */
  readonly shop: string | undefined;
}

/** An origin of `npm start` with its port, unless it is told as a default. */
const local = (port: number): RegExp => new RegExp(`(?<!default .?)http://localhost:${port}\\b`, 'g');

/** Replaces the addresses and keys in a document by those of the service. */
const ofService = (path: string, text: string, { origin, browser, key, shop }: Service): string => {
  const withKeys = text
    .replaceAll('https://pay.example.com', browser ?? 'https://pay.example.com')
    .replaceAll('your-public-key', key === undefined ? 'your-public-key' : 'demo-public-key')
    .replaceAll('KEY=demo-private-key', `KEY=${key ?? 'your-private-key'}`);
  // Only a service on the reader's machine accepts the demo keys.
  if (key === undefined && WITH_OWN_SERVICE.includes(path)) return withKeys;
  return withKeys
    .replaceAll(local(3000), origin)
    .replaceAll(local(3001), browser ?? 'http://localhost:3001')
    .replaceAll(local(4000), shop ?? 'http://localhost:4000');
};

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.md') && !INTERNAL.includes(name))
    .sort()
    .map((name) => folder + name);

/** The documents of the repository as pages. */
interface DocumentPages {
  /** About the browser library. */
  readonly guides: DocPage[];
  readonly recipes: DocPage[];
  readonly concepts: DocPage[];
}

/** Returns the documents of the repository that are for merchants and operators as pages. */
export const documentPages = (service: Service): DocumentPages => {
  const guides = GUIDES.map((name) => `docs/guides/${name}`);
  const recipes = filesIn('docs/recipes/');
  const concepts = filesIn('docs/');
  const pages = new Map<string, string>([
    ...[...guides, ...recipes, ...concepts].map((path) => [path, `/docs/${basename(path, '.md')}`] as const),
    ...Object.entries(COMPONENTS).map(([page, path]) => [path, page] as const),
  ]);

  /** Returns what a link of a document leads to on this site; undefined if it has no page. */
  const linkFrom =
    (document: string) =>
    (link: string): string | undefined => {
      const { pathname, hash } = new URL(link, `file:///${document}`);
      const path = pathname.slice(1);
      if (path === LIBRARY) return OF_LIBRARY[hash.slice(1)];
      const page = pages.get(path);
      return page && page + hash;
    };
  const pageOf = (path: string, group: string, without?: readonly string[]): DocPage =>
    markdownPage({
      path: pages.get(path) ?? '',
      group,
      text: ofService(path, readFileSync(new URL(path, ROOT), 'utf8'), service),
      hrefOf: linkFrom(path),
      without,
    });
  const components = Object.values(COMPONENTS).map((path) => pageOf(path, 'Browser', OF_PROJECT));
  return {
    guides: [...guides.map((path) => pageOf(path, 'Browser')), ...components],
    recipes: recipes.map((path) => pageOf(path, 'Recipes')),
    concepts: concepts.map((path) => pageOf(path, 'How it works')),
  };
};
