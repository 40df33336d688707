import { defaultOf } from '@service/billing/domain/sites/site-rules.ts';
import { SETTING_GROUPS } from '@service/billing/resources/setting.ts';
import { SETTING_NAMES, type SettingName, SITE_SETTINGS } from '@service/billing/resources/site-settings.ts';
import { flagOf } from '../../src/cli/flag.ts';
import { shownValue, typedValues } from '../../src/cli/site-options.ts';

const INTRODUCTION = `# Site settings

The operator of the deployment sets the settings of a site on the command line:

    npm run site -- show acme
    npm run site -- change acme --address-requirement zip --currencies EUR,USD

\`none\` clears a setting that may be empty. Settings marked *operator* concern the deployment; the others concern the
merchant's own business.
`;

const inCell = (text: string): string => text.replaceAll('|', '\\|');

const defaultText = (name: SettingName): string => {
  const [sandbox, production] = (['sandbox', 'production'] as const).map((mode) =>
    shownValue(name, defaultOf(SITE_SETTINGS[name], mode)),
  );
  return sandbox === production ? `\`${sandbox}\`` : `\`${sandbox}\`; in production \`${production}\``;
};

/** The line of a table that describes a setting. */
const row = (name: SettingName): string => {
  const { label, help, setBy } = SITE_SETTINGS[name];
  const operator = setBy === 'operator' ? ' *operator*' : '';
  const cells = [`${label}${operator}`, `\`--${flagOf(name)}\``, `\`${typedValues(name)}\``, defaultText(name), help];
  return `| ${cells.map(inCell).join(' | ')} |`;
};

/** The page of the documentation that lists every setting of a site, in Markdown. */
export const siteSettingsPage = (names: readonly SettingName[] = SETTING_NAMES): string => {
  const sections = Object.entries(SETTING_GROUPS).map(([group, title]) => {
    const rows = names.filter((name) => SITE_SETTINGS[name].group === group).map(row);
    return [
      `## ${title}\n`,
      '| Setting | Option | Values | Default | What it does |',
      '|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return [INTRODUCTION, ...sections].join('\n');
};
