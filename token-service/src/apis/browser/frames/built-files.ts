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

/**
 * Folders of the built files: `service.js`, `service.mjs`, `service.css`, `on-demand.js`, `three-d-secure.js`,
 * `wallet.js`, `appearance.js`, `binding.js`, `messages.js`, `theme.js` and the folder `texts`; `field.html`.
 */
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
  const [
    library,
    module,
    stylesheet,
    frame,
    onDemand,
    threeDSecure,
    wallet,
    appearance,
    binding,
    messages,
    theme,
    texts,
  ] = await Promise.all([
    read(sdk, 'service.js'),
    read(sdk, 'service.mjs'),
    read(sdk, 'service.css'),
    read(hostedFields, 'field.html'),
    read(sdk, 'on-demand.js'),
    read(sdk, 'three-d-secure.js'),
    read(sdk, 'wallet.js'),
    read(sdk, 'appearance.js'),
    read(sdk, 'binding.js'),
    read(sdk, 'messages.js'),
    read(sdk, 'theme.js'),
    readFolder(join(sdk, 'texts')),
  ]);
  return {
    library,
    module,
    stylesheet,
    frame,
    onDemand,
    threeDSecure,
    wallet,
    appearance,
    binding,
    messages,
    theme,
    texts,
  };
};
