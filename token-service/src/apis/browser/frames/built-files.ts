import { readFile } from 'node:fs/promises';
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
}

/** Folders of the built files: `service.js`, `service.mjs`, `service.css`, `on-demand.js` and
 * `three-d-secure.js`; `field.html`. */
export interface BuiltFiles {
  readonly sdk: string;
  readonly hostedFields: string;
}

const read = async (folder: string, name: string): Promise<TextDocument> => {
  const path = join(folder, name);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`${path} cannot be read; run \`npm run build\` first.`, { cause });
  });
  return documentOf(bytes);
};

/** Reads them, once, at start. Throws a one-line message when one is missing. */
export const readDocuments = async ({ sdk, hostedFields }: BuiltFiles): Promise<Documents> => {
  const [library, module, stylesheet, frame, onDemand, threeDSecure] = await Promise.all([
    read(sdk, 'service.js'),
    read(sdk, 'service.mjs'),
    read(sdk, 'service.css'),
    read(hostedFields, 'field.html'),
    read(sdk, 'on-demand.js'),
    read(sdk, 'three-d-secure.js'),
  ]);
  return { library, module, stylesheet, frame, onDemand, threeDSecure };
};
