import { readdirSync, readFileSync } from 'node:fs';
import { html, type Markup } from '../documents/html.ts';
import { type Declaration, declarationsIn } from './declarations.ts';
import { codeCell, type DocPage, docTable, type Section, withCode } from './parts.ts';

const SDK = new URL('../../../sdk/src/', import.meta.url);

/** The answers of the browser API, which the library passes on. */
const ANSWERS = new URL('../../../billing/values/catalogue/browser.ts', import.meta.url);

const isSource = (path: string): boolean => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path);

/** Descriptions of every error code of the library. */
export const LIBRARY_ERRORS: Readonly<Record<string, string>> = {
  'already-configured': 'configure was called again with another key or api. Use one key for a page.',
  'api-error': 'The service answered with an error that it does not explain. Try again.',
  'api-timeout': 'The service did not answer in time. Check the connection, and try again.',
  declined: 'The card was declined.',
  'feature-not-enabled': 'The site does not offer this feature.',
  'gift-card-currency-mismatch': 'The gift card has another currency than the order.',
  'invalid-addon': 'The selected plan has no such add-on.',
  'invalid-coupon-for-subscription': 'The coupon does not apply to the selected plan.',
  'invalid-currency': 'The plan has no price in this currency.',
  'invalid-item': 'remove was given something that is not part of an order.',
  'invalid-option': 'An option has a value that cannot be used; the message names it.',
  'invalid-options': 'configure was given neither an object nor a public key.',
  'invalid-parameter': 'The service refused a value; fields names it.',
  'invalid-public-key': 'No site has this public key; the message tells a private key, which must never be in a page.',
  'invalid-routing-number': 'No bank has this routing number.',
  'missing-callback': 'The last argument is no function. Without one, the method returns a promise.',
  'missing-coupon': 'The question about a coupon names none.',
  'missing-hosted-field-target': 'No element that can contain others matches the target of a card field or of attach.',
  'missing-plan': 'Select a plan first.',
  'missing-public-key': 'configure needs the site’s public key.',
  'not-configured': 'Call configure first.',
  'not-found': 'There is no such plan, coupon or gift card.',
  'not-supported': 'The method exists in other libraries only. "Migrate a checkout" names what to use instead.',
  'three-d-secure-canceled': 'The customer closed the page of the bank. Attach the challenge again to continue.',
  'three-d-secure-failed': 'The bank did not confirm the payment. Let the customer pay again, or with another card.',
  'three-d-secure-timeout': 'The customer did not confirm the payment within ten minutes.',
  'unremovable-item': 'The item cannot be removed from an order.',
  'unsupported-page':
    'Card fields need a page over HTTPS, not a file. A page on localhost can have HTTP if the service has HTTP too.',
  validation: 'A field is empty or invalid; fields names it.',
  'wallet-canceled': 'The customer closed the window of the wallet.',
  'wallet-error': 'The window of the wallet could not be opened, or was closed by an error.',
  'wallet-not-configured': 'The site has no wallet.',
};

/** Returns the error codes that the library declares. */
export const declaredErrorCodes = (): string[] => {
  const source = readFileSync(new URL('errors.ts', SDK), 'utf8');
  const declared = /export type ErrorCode =(.*?)\/\*\*/s.exec(source)?.[1] ?? '';
  const classes = /const CLASSES = \{(.*?)\n\}/s.exec(source)?.[1] ?? '';
  return [
    ...new Set([
      ...[...declared.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name),
      ...[...classes.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, name = '']) => name),
    ]),
  ].sort();
};

/** Every option, method, event and error of the browser library, from the types that it is compiled with. */
export const libraryReference = (): DocPage => ({
  path: '/docs/browser-reference',
  title: 'Browser reference',
  group: 'Browser',
  content: () => ({
    about: 'Every option, method, event and error of the browser library, from its types.',
    sections: sectionsOf(declarations()),
  }),
});

const sectionsOf = (declared: readonly Declaration[]): Section[] => {
  const known = new Set(declared.map(({ name }) => name));
  return [...declared.map((each) => declarationSection(each, known)), errorSection()];
};

/** Every declaration of the library, by its file. */
const everything = (): readonly (readonly [path: string, declarations: readonly Declaration[]])[] => {
  const files = readdirSync(SDK, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((path) => [path, new URL(path, SDK)] as const);
  return [...files, ['catalogue', ANSWERS] as const].map(([path, url]) => [
    path,
    declarationsIn(readFileSync(url, 'utf8')),
  ]);
};

/** Returns the names of types in a signature, without those in quotes. */
export const typesIn = (signature: string): string[] => signature.replace(/'[^']*'/g, '').match(/\b[A-Z]\w+/g) ?? [];

/** Returns the names that the library exports. */
export const exportedNames = (): string[] =>
  [...readFileSync(new URL('index.ts', SDK), 'utf8').matchAll(/^export (?:type )?\{(.*?)\}/gms)].flatMap(
    ([, names = '']) => names.split(',').flatMap((name) => /^(?:type )?(\w+)/.exec(name.trim())?.[1] ?? []),
  );

/** Returns the library's exports, and every type that their signatures name. */
export const declarations = (): Declaration[] => {
  const files = everything();
  const found = new Map<string, Declaration>();
  const add = (name: string, from?: string): void => {
    if (found.has(name)) return;
    const inFile = ([path]: readonly [string, unknown]) => path === from;
    for (const [path, declared] of [...files.filter(inFile), ...files]) {
      const declaration = declared.find((each) => each.name === name);
      if (!declaration) continue;
      // The codes of errors have a section of their own.
      found.set(name, name === 'ErrorCode' ? { ...declaration, type: '' } : declaration);
      const { type, members } = found.get(name)!;
      for (const each of [type, ...members.map((member) => member.type)].flatMap(typesIn)) add(each, path);
      return;
    }
  };
  for (const name of exportedNames()) add(name);
  const all = files.flatMap(([, declared]) => declared.map(({ name }) => name));
  return [...found.values()].sort((a, b) => all.indexOf(a.name) - all.indexOf(b.name));
};

/** The service itself comes first, then its options. */
const rank = (path: string): number => ['service.ts', 'types.ts'].indexOf(path) >>> 0;

const declarationSection = ({ name, text, type, members }: Declaration, known: ReadonlySet<string>): Section => ({
  id: name,
  title: name,
  body: html`${text && html`<p>${withCode(text)}</p>`}${type && html`<p>${members.length ? 'Also has what this has: ' : 'It is: '}${linked(type, known)}</p>`}${
    members.length > 0 &&
    docTable(
      ['Name', 'Type', 'Description'],
      members.map(({ name: member, type: signature, text: description }) => [
        codeCell(member),
        linked(signature, known),
        withCode(description),
      ]),
      members.map(({ name: member }, place) =>
        // A method may be declared once for each way to call it.
        members.findIndex((each) => each.name === member) === place ? `${name}.${member}` : '',
      ),
    )
  }`,
});

const errorSection = (): Section => ({
  id: 'errors',
  title: 'Error codes',
  body: html`<p>Branch on ${codeCell('error.code')}. A code of the service itself, which an answer may carry, is passed on.</p>${docTable(
    ['Code', 'What it means'],
    declaredErrorCodes().map((symbol) => [codeCell(symbol), LIBRARY_ERRORS[symbol] ?? '']),
    declaredErrorCodes().map((symbol) => `error-${symbol}`),
  )}`,
});

/** A signature whose types lead to their sections. */
const linked = (signature: string, known: ReadonlySet<string>): Markup =>
  html`<code>${signature
    .split(/('[^']*'|\b[A-Z]\w+)/)
    .map((piece) => (known.has(piece) ? html`<a href="#${piece}">${piece}</a>` : piece))}</code>`;
