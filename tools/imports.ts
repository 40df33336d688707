import { posix } from 'node:path';

/** A file of the repository, by its path from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One import or re-export of a source file. */
export interface Import {
  readonly specifier: string;
  /** Only types are imported, so nothing of the target runs. */
  readonly typesOnly: boolean;
  /** 1-based. */
  readonly line: number;
}

const FORMS = [
  /^[ \t]*(?:import|export)\b(?<names>[^'"`;]*?)\bfrom\s*['"](?<specifier>[^'"$\n]+)['"]/gm,
  /^[ \t]*import\s*['"](?<specifier>[^'"$\n]+)['"]/gm,
  /\bimport\(\s*['"](?<specifier>[^'"$\n]+)['"]/g,
];

/** Returns the imports of a TypeScript or JavaScript source, static and dynamic. */
export const importsOf = (source: string): Import[] =>
  FORMS.flatMap((form) =>
    [...source.matchAll(form)].map(({ groups = {}, index, 0: text }) => ({
      specifier: groups.specifier ?? '',
      typesOnly: asksForTypesOnly(groups.names ?? ''),
      // A match may begin with the blank lines before the statement.
      line: source.slice(0, index + text.search(/\S/)).split('\n').length,
    })),
  );

const asksForTypesOnly = (names: string): boolean => {
  if (/^\s*type\b/.test(names)) return true;
  const listed = /^\s*\{([^}]*)\}\s*$/
    .exec(names)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return listed !== undefined && listed.length > 0 && listed.every((name) => /^\s*type\s/.test(name));
};

/** The target of an import: a file of the repository, a module of Node, or a package of npm. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'package'; readonly name: string };

/** Resolves a specifier found in `file` (a path from the root of the repository). */
export const resolve = (specifier: string, file: string): Target => {
  if (specifier.startsWith('node:')) return { kind: 'node', name: specifier };
  if (specifier.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(file), specifier) };
  const [scope = '', name = '', ...rest] = specifier.split('/');
  if (scope === '@service') return { kind: 'file', path: [name, ...rest].join('/') };
  return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope };
};
