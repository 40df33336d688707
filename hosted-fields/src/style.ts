import type { Style } from './protocol.ts';

/** Properties a merchant may set: how text looks and breathes. Nothing that loads, hides, moves or resizes. */
const ALLOWED =
  /^(color|direction|opacity|outline|transition|appearance|font(-(family|size(-adjust)?|weight|variant(-[a-z-]+)?|style|stretch|kerning|feature-settings))?|letter-spacing|line-height|text-(align|decoration|indent|rendering|shadow|transform)|(padding|margin)(-(top|right|bottom|left))?|box-shadow|caret-color|-webkit-(font-smoothing|text-fill-color|tap-highlight-color)|-moz-osx-font-smoothing)$/;

/** Characters and words that could end a declaration or fetch something. */
const UNSAFE = /[;<>{}\\]|\/\*|@\w|expression|url|javascript|var\(|attr\(|image-set/i;

const NAMES: Readonly<Record<string, readonly string[]>> = {
  fontColor: ['color'],
  fontSmoothing: ['-webkit-font-smoothing', '-moz-osx-font-smoothing'],
};

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const propertiesOf = (key: string): readonly string[] =>
  Object.hasOwn(NAMES, key) ? NAMES[key]! : [kebab(key)].filter((name) => ALLOWED.test(name));

/** The declarations of one level of a style, as property and value; what is unknown or unsafe is left out. */
export const declarations = (style: Style): readonly (readonly [property: string, value: string])[] =>
  Object.entries(style).flatMap(([key, value]) => {
    if (typeof value === 'object' || UNSAFE.test(String(value))) return [];
    return propertiesOf(key).map((property) => [property, String(value)] as const);
  });

const nested = (style: Style, key: string): Style => {
  const value = style[key];
  return typeof value === 'object' ? value : {};
};

/** The text that shows in the empty field. */
export const placeholderOf = (style: Style): string => {
  const { content } = nested(style, 'placeholder');
  return content === undefined || typeof content === 'object' ? '' : String(content);
};

const RULES: readonly (readonly [selector: string, of: (style: Style) => Style])[] = [
  ['input', (style) => style],
  ['input::placeholder', (style) => nested(style, 'placeholder')],
  ['input[aria-invalid=true]', (style) => nested(style, 'invalid')],
];

/** A sheet for the field's input. Each value goes in through CSSOM, so none can become a second declaration or rule. */
export const sheetOf = (style: Style): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  for (const [selector, of] of RULES) {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)] as CSSStyleRule;
    for (const [property, value] of declarations(of(style))) rule.style.setProperty(property, value);
  }
  return sheet;
};
