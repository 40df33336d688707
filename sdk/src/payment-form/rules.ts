import { type invalid, isWords } from '../allowed.ts';
import { randomId } from '../random.ts';
import type { Appearance, ElementOptions } from '../types.ts';

type Rules = NonNullable<Appearance['rules']>;
type RuleName = keyof Rules;
type FieldStyle = NonNullable<ElementOptions['style']>;

/** The elements of the form, with their states. */
const SELECTORS: Readonly<Record<RuleName, string>> = {
  Label: '.service-pf-label',
  Field: '.service-pf-box',
  'Field:hover': '.service-pf-box:hover',
  'Field:focus': ':is(.service-pf-box:focus, .service-pf-box:has(.service-hosted-field-focus))',
  'Field:invalid': '.service-pf-invalid .service-pf-box',
  Hint: '.service-pf-hint',
  Error: '.service-pf-error',
  Method: '.service-pf-method',
  'Method:hover': '.service-pf-method:hover',
  'Method:focus': '.service-pf-method:has(:focus-visible)',
  'Method:selected': '.service-pf-method:has(:checked)',
};

/** The properties of text, which the frames of the card fields need too. */
const OF_TEXT = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'letterSpacing',
  'textTransform',
] as const;

/** Nothing that loads, hides or moves a part of the form. */
const PROPERTIES: readonly string[] = [
  ...OF_TEXT,
  'backgroundColor',
  'borderColor',
  'borderRadius',
  'borderStyle',
  'borderWidth',
  'boxShadow',
  'outline',
  'outlineOffset',
  'padding',
];

/** Functions that load something, or read what the page did not mean to show. */
const UNSAFE = /url|image|attr|expression/i;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Throws invalid-option for a name, a property or a value that is not allowed. */
const sheetOf = (scope: string, rules: Rules, refuse: typeof invalid): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  const path = 'PaymentForm.appearance.rules';
  for (const [name, style] of Object.entries(rules)) {
    if (!Object.hasOwn(SELECTORS, name)) throw refuse(path, `one of ${Object.keys(SELECTORS).join(', ')}`, name);
    const place = sheet.insertRule(`${scope} ${SELECTORS[name as RuleName]} {}`, sheet.cssRules.length);
    const { style: rule } = sheet.cssRules[place] as CSSStyleRule;
    for (const [property, value] of Object.entries(style ?? {})) {
      if (!PROPERTIES.includes(property)) throw refuse(`${path}.${name}`, `of ${PROPERTIES.join(', ')}`, property);
      const isSafe = (isWords(value) || typeof value === 'number') && !UNSAFE.test(String(value));
      // Set through CSSOM, a value cannot become a second declaration; one that the browser does not know is ignored.
      if (isSafe) rule.setProperty(kebab(property), String(value));
      if (!rule.getPropertyValue(kebab(property))) throw refuse(`${path}.${name}.${property}`, 'a CSS value', value);
    }
  }
  return sheet;
};

/** Returns the properties of a rule that the text in a card field has, under the names that fields take. */
const textOf = (rule: Rules[RuleName] = {}): FieldStyle => {
  const given = OF_TEXT.filter((name) => rule[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name === 'color' ? 'fontColor' : name, rule[name]]));
};

/**
 * Dresses a payment form in the rules of its appearance until `over` is aborted. Returns a function that adds them to
 * the style of the card fields, which the page's style sheets do not reach. Throws invalid-option.
 */
export const rulesOf = (
  form: HTMLElement,
  rules: Rules,
  over: AbortSignal,
  refuse: typeof invalid,
): ((style: FieldStyle) => FieldStyle) => {
  const name = randomId();
  // Named twice, so that a rule wins over the form's own rule for the same state.
  const sheet = sheetOf(`[data-rules="${name}"][data-rules].service-payment-form`, rules, refuse);
  const root = form.getRootNode() as Document | ShadowRoot;
  form.dataset.rules = name;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  over.addEventListener('abort', () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
  });
  return (style) => ({
    ...style,
    ...textOf(rules.Field),
    hover: textOf(rules['Field:hover']),
    focus: textOf(rules['Field:focus']),
    invalid: { ...(style.invalid as FieldStyle), ...textOf(rules['Field:invalid']) },
  });
};
