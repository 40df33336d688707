import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { markdownPage } from './markdown.ts';
import type { Page } from './parts.ts';

const ROOT = new URL('../../../docs/', import.meta.url);

/** Documents for people who work on the project itself. */
const INTERNAL = ['README.md', 'architecture.md', 'benchmarks.md'];

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.md') && !INTERNAL.includes(name))
    .sort();

/** Returns the documents of the repository that are for merchants and operators as pages: recipes, and all others. */
export const documentPages = (): { readonly recipes: Page[]; readonly concepts: Page[] } => {
  const known = new Set([...filesIn('./'), ...filesIn('./recipes/')]);
  const hrefOf = (link: string): string | undefined => {
    const [path = '', hash] = link.split('#');
    const name = basename(path);
    return known.has(name) ? `/docs/${basename(name, '.md')}${hash ? `#${hash}` : ''}` : undefined;
  };
  const pages = (folder: string, group: string): Page[] =>
    filesIn(folder).map((name) =>
      markdownPage({
        path: `/docs/${basename(name, '.md')}`,
        group,
        text: readFileSync(new URL(folder + name, ROOT), 'utf8'),
        hrefOf,
      }),
    );
  return { recipes: pages('./recipes/', 'Recipes'), concepts: pages('./', 'How it works') };
};
