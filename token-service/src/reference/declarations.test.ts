import { expect, test } from 'vitest';
import { declarationsIn } from './declarations.ts';
import { declaredErrorCodes, LIBRARY_ERRORS, libraryReference } from './library-reference.ts';

test('reads exported types with their members and comments', () => {
  const source = `
/** Of a field. */
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
      text: 'Of a field.',
      members: [
        { name: 'type', type: "'text' | 'list', optional", text: 'Default `text`.' },
        { name: 'field:submit', type: '[]', text: '' },
      ],
    },
    {
      name: 'Service',
      text: 'One checkout:',
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
