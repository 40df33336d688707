import { isOnDark } from '../on-dark.ts';
import type { Appearance, ElementOptions } from '../types.ts';

type Variables = Required<NonNullable<Appearance['variables']>>;

const SHAPE = { fontFamily: 'system-ui, sans-serif', fontSize: '16px', borderRadius: '12px', spacing: '16px' };
const LIGHT: Variables = {
  ...SHAPE,
  colorText: '#1a1d21',
  colorQuiet: '#5b6370',
  colorBackground: '#ffffff',
  colorBorder: '#868e99',
  colorAccent: '#1a56db',
  colorDanger: '#b3261e',
};
const DARK: Variables = {
  ...SHAPE,
  colorText: '#eceef1',
  colorQuiet: '#a9b1bc',
  colorBackground: '#17191d',
  colorBorder: '#767f8c',
  colorAccent: '#8ab0ff',
  colorDanger: '#ff9a91',
};

export const VARIABLE_NAMES: readonly string[] = /* @__PURE__ */ Object.keys(DARK);

const PREFIX = '--service-';
const css = (name: keyof Variables) => `var(${PREFIX}${name})`;

/**
 * The style sheet of every payment form; the variables are set on its element. Empty errors stay in the accessibility
 * tree, without taking space: screen readers do not announce what appears in a region that was not displayed.
 */
const RULES = `
.service-payment-form, .service-payment-form * { box-sizing: border-box; }
.service-payment-form { display: grid; max-width: 40em; gap: ${css('spacing')}; color: ${css('colorText')}; font: ${css('fontSize')}/1.5 ${css('fontFamily')}; text-align: start; }
.service-payment-form[aria-busy=true] .service-pf-box { background: color-mix(in srgb, ${css('colorBorder')} 20%, ${css('colorBackground')}); }
.service-pf-methods, .service-pf-panel { min-width: 0; margin: 0; padding: 0; border: 0; }
.service-pf-methods { display: flex; flex-wrap: wrap; gap: 8px; }
.service-pf-method { display: flex; flex: 1 1 auto; align-items: center; gap: 8px; min-height: 48px; padding: 0 12px; border: 1px solid ${css('colorBorder')}; border-radius: ${css('borderRadius')}; font: inherit; cursor: pointer; }
.service-pf-method:has(:checked) { border-color: ${css('colorAccent')}; box-shadow: inset 0 0 0 1px ${css('colorAccent')}; }
.service-pf-method:has(:focus-visible) { outline: 2px solid ${css('colorAccent')}; outline-offset: 2px; }
.service-payment-form .service-pf-method input[type=radio] { all: revert; flex: none; margin: 0; accent-color: ${css('colorAccent')}; }
.service-payment-form .service-pf-method input[type=radio]::before, .service-payment-form .service-pf-method input[type=radio]::after { content: none; }
.service-pf-panel { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(8.5em, 40%)), 1fr)); gap: ${css('spacing')}; }
.service-pf-methods[hidden], .service-pf-method[hidden], .service-pf-panel[hidden] { display: none; }
.service-pf-wide { grid-column: 1 / -1; }
.service-pf-label { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 8px; margin-bottom: 4px; font-size: .875em; font-weight: 600; }
.service-pf-mark { display: flex; align-items: center; gap: 4px; color: ${css('colorQuiet')}; font-weight: 400; }
.service-payment-form .service-pf-box { display: block; width: 100%; max-width: none; height: 48px; margin: 0; padding: 0 12px; border: 1px solid ${css('colorBorder')}; border-radius: ${css('borderRadius')}; outline: 0; background: ${css('colorBackground')}; color: inherit; font: inherit; }
.service-payment-form[dir=rtl] .service-pf-box[dir=ltr] { text-align: right; }
.service-payment-form .service-pf-box .service-hosted-field { height: 100%; max-width: none; padding: 0; border: 0; outline: 0; background: none; }
.service-payment-form .service-pf-box:focus, .service-payment-form .service-pf-box:has(.service-hosted-field-focus) { border-color: ${css('colorAccent')}; box-shadow: inset 0 0 0 1px ${css('colorAccent')}; outline: 2px solid transparent; }
.service-payment-form .service-pf-invalid .service-pf-box { border-color: ${css('colorDanger')}; box-shadow: inset 0 0 0 1px ${css('colorDanger')}; }
.service-pf-hint, .service-pf-error { margin: 4px 0 0; font-size: .875em; text-align: -webkit-match-parent; text-align: match-parent; unicode-bidi: plaintext; }
.service-pf-hint[hidden] { display: none; }
.service-pf-hint { color: ${css('colorQuiet')}; }
.service-pf-error { color: ${css('colorDanger')}; }
.service-pf-hint:empty, .service-pf-error:empty { position: absolute; }
.service-pf-confirming > :not(.service-pf-challenge) { display: none; }
`;

/** Adds the style sheet to the document or shadow tree of an element, once. No security policy forbids that. */
export const dress = (element: Element): void => {
  const root = element.getRootNode() as Document | ShadowRoot;
  const isOurs = ({ cssRules }: CSSStyleSheet) => cssRules[0]?.cssText.startsWith('.service-payment-form');
  if (root.adoptedStyleSheets.some(isOurs)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
};

/** Returns the variables in use: those of the theme, with the page's own over them. */
export const variablesOf = (appearance: Appearance | undefined, element: Element): Variables => {
  const { theme = 'auto', variables } = appearance ?? {};
  const dark = theme === 'auto' ? isOnDark(element) : theme === 'dark';
  return { ...(dark ? DARK : LIGHT), ...variables };
};

export const setVariables = (element: HTMLElement, variables: Variables): void => {
  for (const [name, value] of Object.entries(variables)) element.style.setProperty(`${PREFIX}${name}`, String(value));
};

/** Returns the style of the card fields, which the page's style sheets do not reach. */
export const fieldStyle = (variables: Variables): NonNullable<ElementOptions['style']> => ({
  fontFamily: variables.fontFamily,
  fontSize: variables.fontSize,
  fontColor: variables.colorText,
  placeholder: { fontColor: variables.colorQuiet },
  invalid: { fontColor: variables.colorDanger },
});
