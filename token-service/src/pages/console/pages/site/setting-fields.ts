import { MAIL_KINDS } from '@service/billing/resources/mail-kind.ts';
import type { LogoFile, Setting } from '@service/billing/resources/setting.ts';
import { isNoValue, SETTING_TEXTS, type SettingText } from '@service/billing/resources/setting-text.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { type SettingName, SITE_SETTINGS } from '@service/billing/resources/site-settings.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { areaField, checkField, choiceField, type Field, inputField } from '../../parts/form.ts';
import type { Filled } from '../../route.ts';

/** Fields of the setting forms: one for each kind of setting of the table. */

const LONG: readonly SettingName[] = ['customer_notes', 'terms_and_conditions', 'vat_reverse_charge_notes'];

const settingOf = (name: SettingName): Setting => SITE_SETTINGS[name];

const textOf = ({ kind }: Setting): SettingText<unknown> | undefined =>
  kind === 'logo' ? undefined : (SETTING_TEXTS[kind] as SettingText<unknown>);

/** Returns what a setting is now, in words. */
export const settingNow = (name: SettingName, site: Site): string => {
  if (name === 'logo') return site.logo ? `${site.logo.width} × ${site.logo.height} px` : 'none';
  const value = site[name];
  if (Array.isArray(value) && SITE_SETTINGS[name].kind !== 'gift_card_offers') return value.join(', ') || 'none';
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
export const settingField = (filled: Filled, name: SettingName, site: Site): Markup => {
  const setting = settingOf(name);
  const { label, help, kind, example } = setting;
  const hint = example === undefined ? help : `${help} For example: ${example}`;
  const field: Field = { name, label, value: fieldValue(name, site), hint };
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
      return html`<p class="label">${label}: ${settingNow(name, site)}</p><p class="quiet">${help} Set one on the command line: <code>npm run site -- change ${site.subdomain} --logo ./logo.png</code></p>${site.logo ? checkField(filled, { name, label: 'Remove the logo' }) : ''}`;
    case 'count':
      return inputField(filled, { ...field, attributes: { inputmode: 'numeric' } });
    default:
      return LONG.includes(name) ? areaField(filled, field) : inputField(filled, field);
  }
};

const boxes = (
  filled: Filled,
  { name, label, hint }: Field,
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
      return typed === 'yes' ? (null satisfies LogoFile | null) : site.logo;
    default:
      return textOf(setting)?.read(typed, setting);
  }
};

/** Returns how a setting has to be typed, for a value that cannot be understood. */
export const settingAdvice = (name: SettingName): string => {
  const setting = settingOf(name);
  return `Write it as ${textOf(setting)?.typed(setting) ?? 'asked for'}.`;
};
