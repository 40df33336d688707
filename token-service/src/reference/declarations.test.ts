import { expect, test } from 'vitest';
import { declarationsIn } from './declarations.ts';
import {
  declarations,
  declaredErrorCodes,
  exportedNames,
  LIBRARY_ERRORS,
  libraryReference,
  typesIn,
} from './library-reference.ts';

test('reads exported types with their members and comments', () => {
  const source = `
/** A field. */
export interface FieldOptions {
  /** Default \`text\`. */
  readonly type?: 'text' | 'list';
  'field:submit': [];
}

interface Internal {
  hidden: true;
}

/**
 * One checkout:
 *
 *     new Service();
 */
export class Service extends Emitter<Events> {
  #state: Internal | undefined;
  readonly validate: Validate = validate;

  constructor() {
    super();
  }

  /** Exchanges it. */
  token(
    form: Element,
    callback: Callback<Token>,
  ): void {
    const inner: number = 1;
  }
}
`;
  expect(declarationsIn(source)).toEqual([
    {
      name: 'FieldOptions',
      text: 'A field.',
      type: '',
      members: [
        { name: 'type', type: "'text' | 'list', optional", text: 'Default `text`.' },
        { name: 'field:submit', type: '[]', text: '' },
      ],
    },
    {
      name: 'Internal',
      text: '',
      type: '',
      members: [{ name: 'hidden', type: 'true', text: '' }],
    },
    {
      name: 'Service',
      text: 'One checkout:',
      type: 'Emitter<Events>',
      members: [
        { name: 'validate', type: 'Validate', text: '' },
        { name: 'token', type: '( form: Element, callback: Callback<Token>, ): void', text: 'Exchanges it.' },
      ],
    },
  ]);
});

test('the browser reference has every option, method, event and error code of the library', () => {
  const { sections } = libraryReference().content();
  const text = sections.map(({ id, body }) => `${id}\n${body.text}`).join('\n');
  for (const name of ['configure', 'token', 'bankInfo', 'publicKey', 'preventAutofill', 'field:submit', 'set.price']) {
    expect(text).toContain(`<code>${name}</code>`);
  }
  expect(Object.keys(LIBRARY_ERRORS).sort()).toEqual(declaredErrorCodes());
  expect(sections.at(-1)?.body.text).toContain('<code>validation</code>');
});

test('reads what a type is equal to, and members of members', () => {
  const source = `
/** A brand. */
export type Brand =
  | 'visa'
  | 'master';

export type State = Omit<Field, 'x'> & {
  fields: {
    /** The number. */
    number?: Brand;
  };
  get ready(): boolean {
    return true;
  }
};
`;
  expect(declarationsIn(source)).toEqual([
    { name: 'Brand', text: 'A brand.', type: "'visa' | 'master'", members: [] },
    {
      name: 'State',
      text: '',
      type: "Omit<Field, 'x'>",
      members: [
        { name: 'fields', type: 'object', text: '' },
        { name: 'fields.number', type: 'Brand, optional', text: 'The number.' },
        { name: 'ready', type: 'boolean', text: '' },
      ],
    },
  ]);
});

/** Types of the language and of browsers, and the parameters of generic types. */
const KNOWN =
  /^(Promise|E|Name|Args|Element|HTMLFormElement|ArrayLike|Record|Readonly|Partial|Pick|Omit|Exclude|Error|PromiseLike|Result|Value|Next|Mended|Options)$/;

test('every type that a public signature names has an entry, and nothing internal has one', () => {
  const all = declarations();
  const names = all.map(({ name }) => name);
  const exported = exportedNames().filter((name) => name !== 'service');
  expect(exported.filter((name) => !names.includes(name))).toEqual([]);
  const signatures = all.flatMap(({ type, members }) => [type, ...members.map((member) => member.type)]);
  const named = new Set(signatures.flatMap(typesIn));
  expect([...named].filter((name) => !names.includes(name) && !KNOWN.test(name))).toEqual([]);
  expect(names.filter((name) => !exported.includes(name) && !named.has(name))).toEqual([]);
  expect(names.filter((name) => /^(HostedField|HostedFields|Owner|FormMessages|Config|Core|Row)$/.test(name))).toEqual(
    [],
  );
  expect(signatures.filter((type) => /\{( …)?$/.test(type))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
