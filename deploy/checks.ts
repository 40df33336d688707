/** Reads the files of this folder for their tests, and has the facts of the service that these name. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { IN_FILE, PROCESS_SETTINGS } from '../token-service/src/runtime/settings/process-settings.ts';

export const DEPLOY = fileURLToPath(new URL('.', import.meta.url));

export const readDeployed = (path: string): string => readFileSync(`${DEPLOY}${path}`, 'utf8');

/** Paths of the files in a folder, and in those below it. */
export const filesIn = (folder: string): string[] =>
  readdirSync(`${DEPLOY}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(DEPLOY.length));

/** Parses every document of a YAML file. Throws with the place of the first mistake. */
export const yamlIn = (text: string): unknown[] =>
  parseAllDocuments(text, { merge: true })
    .filter((document) => document.contents !== null)
    .map((document) => {
      const [mistake] = document.errors;
      if (mistake) throw mistake;
      return document.toJS();
    });

/** The ports on which the parts listen in these files. */
export const PORTS = { api: 3000, browser: 3001, console: 3002, worker: 3003 } as const;

/** Variables that Node and other programs read. */
const OF_OTHERS: readonly string[] = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS'];

/** Returns those names that are neither a setting, nor the file of one, nor a variable of another program. */
export const unknownSettings = (names: readonly string[]): string[] =>
  names.filter(
    (name) =>
      !PROCESS_SETTINGS.some((setting) => name === setting || name === `${setting}${IN_FILE}`) &&
      !OF_OTHERS.includes(name),
  );
