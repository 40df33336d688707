import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, documentOf, type TextDocument } from '../../../http/files/document.ts';

/** The files for browsers that `npm run build` writes. */
export interface Documents {
  readonly library: Document;
  readonly module: Document;
  /** A look for the containers of card fields, for pages that want one. */
  readonly stylesheet: Document;
  readonly frame: TextDocument;
  /** The file that the library loads when a page uses elements or bank accounts. */
  readonly onDemand: Document;
  /** The file that `onDemand` loads when a page shows a challenge. */
  readonly threeDSecure: Document;
  /** The files that `onDemand` loads for pages in other languages than English, by name, such as `de.js`. */
  readonly texts: ReadonlyMap<string, Document>;
  /** The file that `onDemand` loads when a customer opens the wallet. */
  readonly wallet: Document;
  /** The file that `onDemand` loads when the appearance of a payment form has rules. */
  readonly appearance: Document;
  /** The file that the script loads when a page attaches a container to a price. */
  readonly binding: Document;
  /** The file that the script loads when a page asks for the messages of its card fields. */
  readonly messages: Document;
  /** The file that observes the theme of the page, for the script and for what it loads on demand. */
  readonly theme: Document;
}

/** The documents of the library, by their files. */
const LIBRARY_FILES = {
  library: 'service.js',
  module: 'service.mjs',
  stylesheet: 'service.css',
  onDemand: 'on-demand.js',
  threeDSecure: 'three-d-secure.js',
  wallet: 'wallet.js',
  appearance: 'appearance.js',
  binding: 'binding.js',
  messages: 'messages.js',
  theme: 'theme.js',
} as const satisfies Record<Exclude<keyof Documents, 'frame' | 'texts'>, string>;

/** Folders of the built files: those of the library with its folder `texts`, and `field.html`. */
export interface BuiltFiles {
  readonly sdk: string;
  readonly hostedFields: string;
}

const unreadable = (path: string) => (cause: unknown) => {
  throw new Error(`${path} cannot be read; run \`npm run build\` first.`, { cause });
};

const read = async (folder: string, name: string): Promise<TextDocument> => {
  const path = join(folder, name);
  const bytes = await readFile(path).catch(unreadable(path));
  return documentOf(bytes);
};

const readFolder = async (folder: string): Promise<ReadonlyMap<string, Document>> => {
  const names = await readdir(folder).catch(unreadable(folder));
  return new Map(await Promise.all(names.map(async (name) => [name, await read(folder, name)] as const)));
};

/** Reads them, once, at start. Throws a one-line message when one is missing. */
export const readDocuments = async ({ sdk, hostedFields }: BuiltFiles): Promise<Documents> => {
  const files = Object.entries(LIBRARY_FILES).map(async ([name, file]) => [name, await read(sdk, file)] as const);
  const [frame, texts, library] = await Promise.all([
    read(hostedFields, 'field.html'),
    readFolder(join(sdk, 'texts')),
    Promise.all(files),
  ]);
  return { ...Object.fromEntries(library), frame, texts } as unknown as Documents;
};
