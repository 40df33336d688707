import { MAIL_KINDS } from '@service/billing/resources/mail-kind.ts';
import type { Logo, LogoFile, Setting } from '@service/billing/resources/setting.ts';
import { isNoValue, NO_VALUE, SETTING_TEXTS, type SettingText } from '@service/billing/resources/setting-text.ts';
import { defaultCurrency, type Site } from '@service/billing/resources/site.ts';
import { type SettingName, SITE_SETTINGS } from '@service/billing/resources/site-settings.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { amountField, typedAmount } from '../../parts/amount.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { areaField, type ConsoleField, checkField, choiceField, fileField, inputField } from '../../parts/form.ts';
import type { ConsoleVisit } from '../../visit.ts';

/** Fields of the setting forms: one for each kind of setting of the table. */

const LONG: readonly SettingName[] = ['customer_notes', 'terms_and_conditions', 'vat_reverse_charge_notes'];

/** Settings that are an amount in the site's first currency. */
const LIMITS = ['operator_refund_limit_in_cents', 'operator_approval_limit_in_cents'] as const;

const isLimit = (name: SettingName): name is (typeof LIMITS)[number] => (LIMITS as readonly string[]).includes(name);

/** The help of settings where that of the command line does not fit: it takes amounts in cents, and names commands. */
const CONSOLE_HELP: Partial<Readonly<Record<SettingName, string>>> = {
  operator_refund_limit_in_cents:
    'The amount that an operator with the role support may refund in a day of the time zone, in each currency. Without it there is no limit. For example: 100.00',
  operator_approval_limit_in_cents:
    'The amount above which a refund, a credit or a write-off in the console waits until another operator approves it, in each currency. Without it none waits. For example: 500.00',
  mail_off: `Kinds of mail that are not sent, among ${MAIL_KINDS.join(', ')}.`,
  gift_card_offers:
    'Gift cards that the site sells: product code, currency and amount. For example: tideline:USD:20.00,tideline:USD:50.00',
};

interface Offer {
  readonly product_code: string;
  readonly currency: string;
  readonly unit_amount_in_cents: number;
}

/** Reads `tideline:USD:20.00,tideline:USD:50.00`; undefined if it cannot be understood. */
const typedOffers = (typed: string): readonly Offer[] | undefined => {
  if (isNoValue(typed)) return [];
  const offers = typed.split(',').map((entry): Offer | undefined => {
    const [product_code = '', currency = '', amount, ...rest] = entry.trim().split(':');
    if (!/^[\w.-]+$/.test(product_code) || !/^[A-Z]{3}$/.test(currency) || rest.length > 0) return undefined;
    const unit_amount_in_cents = typedAmount(amount, currency);
    return unit_amount_in_cents === undefined ? undefined : { product_code, currency, unit_amount_in_cents };
  });
  return offers.every((offer) => offer !== undefined) ? offers : undefined;
};

/** Returns what a setting does. */
export const settingHelp = (name: SettingName): string => CONSOLE_HELP[name] ?? SITE_SETTINGS[name].help;

/** The box that removes the logo. */
const REMOVE_LOGO = 'remove_logo';

/** The address of the logo: another one for each file, because browsers keep pictures. */
const logoSource = (prefix: string, { digest }: Logo): string =>
  `${prefix}/settings/logo.png?${new URLSearchParams({ digest }).toString()}`;

const settingOf = (name: SettingName): Setting => SITE_SETTINGS[name];

const textOf = ({ kind }: Setting): SettingText<unknown> | undefined =>
  kind === 'logo' ? undefined : (SETTING_TEXTS[kind] as SettingText<unknown>);

/** Returns what a setting is now, in words. */
export const settingNow = (name: SettingName, site: Site): string => {
  if (name === 'logo') return site.logo ? `${site.logo.width} × ${site.logo.height} px` : 'none';
  if (isLimit(name)) {
    const limit = site[name];
    return limit === null ? NO_VALUE : amountField(limit, defaultCurrency(site));
  }
  if (name === 'gift_card_offers') {
    const offers = site[name].map(
      ({ product_code, currency, unit_amount_in_cents: cents }) =>
        `${product_code}:${currency}:${amountField(cents, currency)}`,
    );
    return offers.join(', ') || NO_VALUE;
  }
  const value = site[name];
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return textOf(settingOf(name))?.show(value).replaceAll(',', ', ') ?? '';
};

/** Returns what the field of a setting has, before anything was typed. */
const fieldValue = (name: SettingName, site: Site): string => {
  const { kind } = settingOf(name);
  if (kind === 'lines') return (site[name] as readonly string[]).join('\n');
  const shown = settingNow(name, site);
  // None may be one of the choices.
  if (kind === 'choice') return shown;
  return isNoValue(shown) ? '' : shown;
};

const choicesOf = ({ kind, choices }: Setting): readonly string[] => (kind === 'mail_kinds' ? MAIL_KINDS : choices);

/** The name of the box of one choice of several. */
const boxOf = (name: string, choice: string): string => `${name}.${choice}`;

/** Returns the field of a setting. */
export const settingField = (
  filled: FilledForm,
  name: SettingName,
  { site, prefix }: Pick<ConsoleVisit, 'site' | 'prefix'>,
): Markup => {
  const setting = settingOf(name);
  const { label, help, kind, example } = setting;
  const hint = name in CONSOLE_HELP || example === undefined ? settingHelp(name) : `${help} For example: ${example}`;
  const field: ConsoleField = { name, label, value: fieldValue(name, site), hint };
  switch (kind) {
    case 'choice':
      return choiceField(
        filled,
        { ...field, hint: help },
        setting.choices.map((choice) => [choice, choice.replaceAll('_', ' ')]),
      );
    case 'flag':
      return checkField(filled, { ...field, value: site[name] ? 'yes' : '', hint: help });
    case 'choices':
    case 'mail_kinds':
      return boxes(filled, { ...field, hint: help }, choicesOf(setting), site[name] as readonly string[]);
    case 'lines':
      return areaField(filled, { ...field, hint: `${help} One line each.` });
    case 'logo':
      return html`${fileField(filled, { ...field, hint: help, attributes: { accept: 'image/png' } })}${
        site.logo
          ? html`<div class="field"><p class="label">Now, ${settingNow(name, site)}</p><img class="logo" src="${logoSource(prefix, site.logo)}" alt="The logo" width="${site.logo.width}" height="${site.logo.height}"></div>${checkField(filled, { name: REMOVE_LOGO, label: 'Remove the logo' })}`
          : ''
      }`;
    case 'count':
      return inputField(filled, { ...field, attributes: { inputmode: CONSOLE_HELP[name] ? 'decimal' : 'numeric' } });
    default:
      return LONG.includes(name) ? areaField(filled, field) : inputField(filled, field);
  }
};

const boxes = (
  filled: FilledForm,
  { name, label, hint }: ConsoleField,
  choices: readonly string[],
  chosen: readonly string[],
): Markup => html`<fieldset class="field boxes"><legend>${label}</legend>
${choices.map((choice) => checkField(filled, { name: boxOf(name, choice), label: choice.replaceAll('_', ' '), value: chosen.includes(choice) ? 'yes' : '' }))}
${hint ? html`<p class="quiet">${hint}</p>` : ''}
</fieldset>`;

/** Returns the value of a setting in a form that was sent; undefined if it cannot be understood. */
export const sentSetting = (form: Form, name: SettingName, site: Site): unknown => {
  const setting = settingOf(name);
  const typed = form[name] ?? '';
  if (isLimit(name)) {
    return isNoValue(typed) ? null : typedAmount(typed, defaultCurrency(site)) || undefined;
  }
  if (name === 'gift_card_offers') return typedOffers(typed);
  switch (setting.kind) {
    case 'flag':
      return typed === 'yes';
    case 'choices':
    case 'mail_kinds':
      return choicesOf(setting).filter((choice) => form[boxOf(name, choice)] === 'yes');
    case 'lines':
      return typed
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    case 'logo':
      return form[REMOVE_LOGO] === 'yes' ? (null satisfies LogoFile | null) : site.logo;
    default:
      return textOf(setting)?.read(typed, setting);
  }
};

/** Returns how a setting has to be typed, for a value that cannot be understood. */
export const settingAdvice = (name: SettingName): string => {
  const setting = settingOf(name);
  if (CONSOLE_HELP[name]) return `Write it as in the example. ${CONSOLE_HELP[name]}`;
  return `Write it as ${textOf(setting)?.typed(setting) ?? 'asked for'}.`;
};
