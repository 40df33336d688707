import type { Role } from '@service/billing/domain/operators/permissions.ts';
import { REFUND_LIMITS, raisesRefundLimit } from '@service/billing/domain/operators/refund-limit.ts';
import type { SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { SETTING_GROUPS, type SettingGroup } from '@service/billing/resources/setting.ts';
import type { Site } from '@service/billing/resources/site.ts';
import {
  SETTING_NAMES,
  type SettingName,
  SITE_SETTINGS,
  type SiteChanges,
} from '@service/billing/resources/site-settings.ts';
import { changeSite } from '@service/billing/usecases/sites/change-site.ts';
import { LOGO_RULES, logoFileOf } from '../../../../documents/brand/logo-file.ts';
import { UnfitPicture } from '../../../../documents/brand/picture.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { UnfitTexts } from '../../../../documents/messages/own-texts.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import type { UploadedFile } from '../../../../http/bodies/upload-form.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { foldedActions } from '../../parts/folded-actions.ts';
import { actionLink, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { latestChange } from '../../parts/latest-change.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable } from '../../parts/table.ts';
import { changedSince, versionFields } from '../../record-version.ts';
import { ConsoleRefused } from '../../refused.ts';
import { type ConsoleRoute, FormProblem, formPage, readingPage, StaleRecord } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may, sentFiles, withPermission } from '../../visit.ts';
import { sentSetting, settingAdvice, settingField, settingHelp, settingNow, settingVersion } from './setting-fields.ts';

export interface SettingsDeps extends SiteDeps {
  readonly storage: Storage;
}

/** The bytes up to which a file is read at all: a logo that is too large is refused with its size. */
const LARGEST_UPLOAD = 20 * LOGO_RULES.most.bytes;

const GROUPS = Object.keys(SETTING_GROUPS) as readonly SettingGroup[];

const namesOf = (group: SettingGroup): readonly SettingName[] =>
  SETTING_NAMES.filter((name) => SITE_SETTINGS[name].group === group);

const groupPath = (group: SettingGroup): string => `/settings/${group.replaceAll('_', '-')}`;

/**
 * Whether settings of the group decide about more than the merchant's own business, so that they need a fresh proof.
 */
const isDangerous = (group: SettingGroup): boolean =>
  namesOf(group).some((name) => SITE_SETTINGS[name].setBy === 'operator');

/** The settings of the site: what each does, and what it is now. */
export const settingsPages = (deps: SettingsDeps): readonly ConsoleRoute[] => [
  readingPage('/settings', 'settings', 'settings.read', (ctx) => {
    const visit = consoleVisitOf(ctx);
    const actions = [
      actionLink(visit, '/settings/gateways', 'Gateways'),
      actionLink(visit, '/settings/business-entities', 'Business entities'),
      actionLink(visit, '/settings/invoice-templates', 'Invoice templates'),
      ...(may(visit, 'settings.edit') ? [actionLink(visit, '/settings/invoice-number', 'Invoice numbers')] : []),
      ...(visit.site.mode === 'sandbox' && may(visit, 'clock.move')
        ? [actionLink(visit, '/settings/clock', 'Clock')]
        : []),
      ...(may(visit, 'audit.read') ? [actionLink(visit, historyOf(visit), 'History')] : []),
    ];
    showPage(ctx, { title: 'Settings', actions: foldedActions(actions, 2) }, [
      html`<nav class="tabs" aria-label="Groups of settings">${GROUPS.map((group) => html`<a href="#${group}">${SETTING_GROUPS[group]}</a>`)}</nav>`,
      html`<div class="settings">${GROUPS.map((group) => groupSection(visit, group))}</div>`,
    ]);
  }),
  readingPage('/settings/logo.png', 'settings logo', 'settings.read', async (ctx) => {
    const png = await deps.sites.logo(consoleVisitOf(ctx).site);
    if (!png) throw new ConsoleRefused('missing');
    ctx.type = 'image/png';
    ctx.body = Buffer.from(png);
  }),
  ...GROUPS.flatMap((group) => groupForm(deps, group)),
];

/** The changes of settings in the audit log. */
const historyOf = ({ site }: ConsoleVisit): string =>
  `/audit?${new URLSearchParams({ action: 'site.changed', subject: site.subdomain })}`;

const groupSection = (visit: ConsoleVisit, group: SettingGroup): Markup => {
  const title = SETTING_GROUPS[group];
  const change = may(visit, 'settings.edit')
    ? html`<a class="button" href="${visit.prefix}${groupPath(group)}" aria-label="Change ${title}">Change</a>`
    : '';
  return html`<section aria-labelledby="${group}"><div class="heading"><h2 id="${group}">${title}</h2>${change}</div>
${consoleTable<SettingName>({
  // Unlike the section around it, so that screen readers tell the two apart.
  caption: `Settings: ${title}`,
  columns: [
    { name: 'setting', label: 'Setting', cell: (name) => html`<strong>${SITE_SETTINGS[name].label}</strong>` },
    { name: 'value', label: 'Now', cell: (name) => settingNow(name, visit.site) },
    {
      name: 'help',
      label: 'What it does',
      cell: (name) => html`<span class="quiet">${settingHelp(name)}</span>`,
    },
  ],
  rows: namesOf(group),
  empty: 'There are no settings.',
})}</section>`;
};

/** The form of a group of settings. */
const groupForm = (deps: SettingsDeps, group: SettingGroup): ConsoleRoute[] => {
  const names = namesOf(group);
  const change = withPermission('settings.edit', changeSite(deps));
  const changedBy = latestChange(deps);
  const uploads = names.includes('logo');
  return formPage({
    path: groupPath(group),
    name: `settings ${group.replaceAll('_', ' ')}`,
    permission: 'settings.edit',
    fresh: isDangerous(group),
    uploads: uploads ? LARGEST_UPLOAD : undefined,
    ask: async (_, visit, filled) => {
      const shown = asTyped(filled, names);
      return {
        title: `Change settings: ${SETTING_GROUPS[group]}`,
        back: { href: '/settings', label: 'Settings' },
        content: [
          html`${formTrouble(filled)}`,
          secretForm(visit, { action: `${visit.prefix}${groupPath(group)}`, uploads }, [
            versionFields(filled, valuesOf(names, visit.site)),
            ...names.map((name) => settingField(shown, name, visit)),
            formButtons(filled.problems.stale ? 'Save all the same' : 'Save', {
              back: `${visit.prefix}/settings#${group}`,
            }),
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, form) {
      const { site } = visit;
      const present = valuesOf(names, site);
      const stale = changedSince(form, present);
      if (stale.length > 0) {
        const fields = Object.fromEntries(stale.map((name) => [name, `It is now “${present[name]}”.`]));
        const by = await changedBy(visit, 'site.changed', site.subdomain);
        throw new StaleRecord(`These settings were changed meanwhile${by}. Nothing was saved.`, fields);
      }
      const changes = { ...readSettings(form, names, site), ...uploadedLogo(site, sentFiles(ctx).get('logo')) };
      refuseRaisingOwnLimit(visit, changes);
      const count = Object.keys(changes).length;
      const to = '/settings';
      if (count === 0) return { to, notice: `Nothing was changed in ${SETTING_GROUPS[group]}.` };
      await change(visit, site.subdomain, changes);
      const labels = Object.keys(changes).map((name) => SITE_SETTINGS[name as SettingName].label);
      return { to, notice: `Saved: ${labels.join(', ')}. The audit log has what they were before.` };
    },
  });
};

/** Throws `FormProblem` for changes by which the operator could refund more: another one has to make them. */
const refuseRaisingOwnLimit = ({ roles, site }: ConsoleVisit, changes: SiteChanges): void => {
  if (!raisesRefundLimit(site, changes, roles)) return;
  const own = Object.entries(REFUND_LIMITS).filter(([role, name]) => roles.includes(role as Role) && name in changes);
  throw new FormProblem(
    'You cannot raise the limit of your own refunds. Ask an owner, or an operator whose limit it is not. Nothing was saved.',
    Object.fromEntries(own.map(([, name]) => [name, 'Another operator has to raise this limit.'])),
  );
};

/** Returns the settings as they are, by name. */
const valuesOf = (names: readonly SettingName[], site: Site): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, settingVersion(name, site)]));

/**
 * Returns the values of a form: once it was sent, those that were typed, an emptied field as well. Boxes that are not
 * ticked are absent.
 */
const asTyped = (filled: FilledForm, names: readonly SettingName[]): FilledForm =>
  'form_id' in filled.values
    ? {
        ...filled,
        values: { ...Object.fromEntries(names.filter(isText).map((name) => [name, ''])), ...typed(filled.values) },
      }
    : filled;

const isText = (name: SettingName): boolean => !['flag', 'logo'].includes(SITE_SETTINGS[name].kind);

const typed = (values: Form): Form =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Returns the logo that came with the form. Throws `FormProblem` for a file that cannot be one. */
const uploadedLogo = ({ logo }: Site, file: UploadedFile | undefined): SiteChanges => {
  if (!file) return {};
  try {
    const read = logoFileOf(file.bytes);
    return read.digest === logo?.digest ? {} : { logo: read };
  } catch (error) {
    if (!(error instanceof UnfitPicture)) throw error;
    throw new FormProblem('Nothing was saved.', { logo: error.message });
  }
};

/** Returns the settings that the form changes. Throws `FormProblem` for values that cannot be understood. */
const readSettings = (form: Form, names: readonly SettingName[], site: Site): SiteChanges => {
  const problems: Record<string, string> = {};
  const changes: Record<string, unknown> = {};
  for (const name of names) {
    let value: unknown;
    try {
      value = sentSetting(form, name, site);
    } catch (error) {
      if (!(error instanceof UnfitTexts)) throw error;
      problems[name] = error.message;
      continue;
    }
    if (value === undefined) problems[name] = settingAdvice(name);
    else if (JSON.stringify(value) !== JSON.stringify(site[name])) changes[name] = value;
  }
  if (Object.keys(problems).length > 0) throw new FormProblem('Some values cannot be understood.', problems);
  return changes;
};
