import type { FrameStyle } from './protocol.ts';

/** Properties that a merchant can set: text and its spacing. Nothing that loads, hides, moves or resizes. */
const ALLOWED =
  /^(color|direction|opacity|outline|transition|appearance|font(-(family|size(-adjust)?|weight|variant(-[a-z-]+)?|style|stretch|kerning|feature-settings))?|letter-spacing|line-height|text-(align|decoration|indent|rendering|shadow|transform)|(padding|margin)(-(top|right|bottom|left))?|box-shadow|caret-color|-webkit-(font-smoothing|text-fill-color|tap-highlight-color)|-moz-osx-font-smoothing)$/;

/** Characters and words that could end a declaration or load something. */
const UNSAFE = /[;<>{}\\]|\/\*|@\w|expression|url|javascript|var\(|attr\(|image-set/i;

const NAMES: Readonly<Record<string, readonly string[]>> = {
  fontColor: ['color'],
  fontSmoothing: ['-webkit-font-smoothing', '-moz-osx-font-smoothing'],
};

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const propertiesOf = (key: string): readonly string[] =>
  Object.hasOwn(NAMES, key) ? NAMES[key]! : [kebab(key)].filter((name) => ALLOWED.test(name));

/** Returns the declarations of one level of a style, as property and value, without unknown and unsafe ones. */
export const cssDeclarations = (style: FrameStyle): readonly (readonly [property: string, value: string])[] =>
  Object.entries(style).flatMap(([key, value]) => {
    if (typeof value === 'object' || UNSAFE.test(String(value))) return [];
    return propertiesOf(key).map((property) => [property, String(value)] as const);
  });

const nested = (style: FrameStyle, key: string): FrameStyle => {
  const value = style[key];
  return typeof value === 'object' ? value : {};
};

/** Returns the text of the empty field. */
export const placeholderOf = (style: FrameStyle): string => {
  const { content } = nested(style, 'placeholder');
  return content === undefined || typeof content === 'object' ? '' : String(content);
};

/** The selector of each level of a style, the weakest first. A list has an empty entry instead of a placeholder. */
const RULES: readonly (readonly [level: string, selector: string])[] = [
  ['', '.control'],
  ['placeholder', '.control::placeholder, select.control[data-empty]'],
  ['autofill', '.control:autofill'],
  ['hover', '.control:hover'],
  ['focus', '.control:focus'],
  ['valid', '.control[data-valid]'],
  ['invalid', '.control[aria-invalid=true]'],
  ['disabled', '.control:disabled'],
  ['selection', '.control::selection'],
];

/** Digits run left to right on every page, so the start and end of a line are replaced by left and right. */
const aligned = (value: string): string => ({ start: 'right', end: 'left' })[value] ?? value;

/**
 * Creates a style sheet for the field's control. `rtl`: the page reads from right to left. Each value is set through
 * CSSOM, so none can become a second declaration or rule.
 */
export const sheetOf = (style: FrameStyle, rtl: boolean): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const addRule = (selector: string) =>
    (sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)] as CSSStyleRule).style;
  for (const [level, selector] of RULES) {
    const given = new Map(cssDeclarations(level ? nested(style, level) : style));
    const rule = addRule(selector);
    for (const [property, value] of given) {
      if (still && property === 'transition') continue;
      rule.setProperty(property, rtl && property === 'text-align' ? aligned(value) : value);
    }
    const color = given.get('color');
    // Browsers color filled-in values black, on a dark page too. Pseudo-elements such as placeholders are not affected.
    if (!color || selector.includes('::')) continue;
    const filled = addRule(`${selector}:autofill`);
    filled.setProperty('-webkit-text-fill-color', given.get('-webkit-text-fill-color') ?? color);
    filled.setProperty('caret-color', given.get('caret-color') ?? color);
  }
  return sheet;
};
