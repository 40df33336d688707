import { MAIL_KINDS } from '@service/billing/resources/mail-kind.ts';
import type { Logo, LogoFile, Setting } from '@service/billing/resources/setting.ts';
import {
  isNoValue,
  NO_VALUE,
  offerText,
  SETTING_TEXTS,
  type SettingText,
} from '@service/billing/resources/setting-text.ts';
import { defaultCurrency, type Site } from '@service/billing/resources/site.ts';
import { type SettingName, SITE_SETTINGS } from '@service/billing/resources/site-settings.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { readOwnTexts, textsInShort } from '../../../../documents/messages/own-texts.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { amountField, typedAmount } from '../../parts/amount.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { areaField, type ConsoleField, checkField, choiceField, fileField, inputField } from '../../parts/form.ts';
import type { ConsoleVisit } from '../../visit.ts';

/** Fields of the setting forms: one for each kind of setting of the table. */

/** Gift cards on sale, with amounts as operators type them. */
const TYPED_OFFERS = offerText({ read: typedAmount, show: amountField });

/** Returns what a setting does. */
export const settingHelp = (name: SettingName): string => {
  const { help, formHelp } = settingOf(name);
  return formHelp ?? help;
};

/** The box that removes the logo. */
const REMOVE_LOGO = 'remove_logo';

/** The address of the logo: another one for each file, because browsers keep pictures. */
const logoSource = (prefix: string, { digest }: Logo): string =>
  `${prefix}/settings/logo.png?${new URLSearchParams({ digest }).toString()}`;

const settingOf = (name: SettingName): Setting => SITE_SETTINGS[name];

const textOf = ({ kind }: Setting): SettingText<unknown> | undefined =>
  kind === 'logo' || kind === 'texts'
    ? undefined
    : ((kind === 'gift_card_offers' ? TYPED_OFFERS : SETTING_TEXTS[kind]) as SettingText<unknown>);

/** Returns what a setting is now, in words. */
export const settingNow = (name: SettingName, site: Site): string => {
  if (name === 'logo') return site.logo ? `${site.logo.width} × ${site.logo.height} px` : NO_VALUE;
  const setting = settingOf(name);
  const value = site[name];
  switch (setting.kind) {
    case 'cents':
      return typeof value === 'number' ? amountField(value, defaultCurrency(site)) : NO_VALUE;
    case 'lines':
      return (value as readonly string[]).join(', ') || NO_VALUE;
    case 'texts':
      return textsInShort(value as Site['texts']);
    default: {
      const shown = textOf(setting)?.show(value) ?? '';
      return Array.isArray(value) ? shown.replaceAll(',', ', ') : shown;
    }
  }
};

/** Returns the texts of a merchant as they are typed: JSON, or nothing. */
const textsInForm = ({ texts }: Pick<Site, 'texts'>): string =>
  Object.keys(texts).length === 0 ? '' : JSON.stringify(texts, null, 2);

/** Returns the value of a setting as a form compares it with the one that was there when it was opened. */
export const settingVersion = (name: SettingName, site: Site): string =>
  name === 'texts' ? textsInForm(site) : settingNow(name, site);

/** Returns what the field of a setting has, before anything was typed. */
const fieldValue = (name: SettingName, site: Site): string => {
  const { kind } = settingOf(name);
  if (kind === 'lines') return (site[name] as readonly string[]).join('\n');
  if (kind === 'texts') return textsInForm(site);
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
  const { label, help, formHelp, kind, example } = setting;
  const hint = formHelp ?? (example === undefined ? help : `${help} For example: ${example}`);
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
      return inputField(filled, { ...field, attributes: { inputmode: 'numeric' } });
    case 'cents':
      return inputField(filled, { ...field, attributes: { inputmode: 'decimal' } });
    case 'long_text':
      return areaField(filled, field);
    case 'texts':
      return areaField(filled, { ...field, attributes: { spellcheck: 'false', dir: 'auto' } });
    default:
      return inputField(filled, field);
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

/**
 * Returns the value of a setting in a form that was sent; undefined if it cannot be understood. Throws `UnfitTexts` for
 * texts that say what is wrong with them.
 */
export const sentSetting = (form: Form, name: SettingName, site: Site): unknown => {
  const setting = settingOf(name);
  const typed = form[name] ?? '';
  switch (setting.kind) {
    case 'cents':
      return isNoValue(typed) ? null : typedAmount(typed, defaultCurrency(site)) || undefined;
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
    case 'texts':
      return isNoValue(typed) ? {} : readOwnTexts(typed);
    default:
      return textOf(setting)?.read(typed, setting);
  }
};

/** Returns how a setting has to be typed, for a value that cannot be understood. */
export const settingAdvice = (name: SettingName): string => {
  const setting = settingOf(name);
  if (setting.formHelp) return `Write it as in the example. ${setting.formHelp}`;
  return `Write it as ${textOf(setting)?.typed(setting) ?? 'asked for'}.`;
};
