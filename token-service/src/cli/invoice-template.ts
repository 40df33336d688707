import type { InvoiceTemplateRecord, TemplateSettings } from '@service/billing/domain/invoice-templates/record.ts';
import type { InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import type { PictureFiles } from '@service/billing/engine/recording/invoices/keep-pictures.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { addInvoiceTemplate } from '@service/billing/usecases/invoice-templates/add-invoice-template.ts';
import { changeInvoiceTemplate } from '@service/billing/usecases/invoice-templates/change-invoice-template.ts';
import { removeInvoiceTemplate } from '@service/billing/usecases/invoice-templates/remove-invoice-template.ts';
import { ADDRESS, typedAddress } from './address-option.ts';
import { type CommandOptions, command, type OptionValues, type Tool, type Toolbox, UsageError } from './command.ts';
import { inColumns } from './layout.ts';
import { readPicture } from './read-picture.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const OPTIONS = {
  name: { value: '<name>', help: 'The name of the template.' },
  description: { value: 'none|<text>', help: 'What the template is for.' },
  default: { value: 'on|off', help: 'on: it is that of invoices whose account names none.' },
  'header-image': { value: 'none|<file>', help: 'A PNG or JPEG file across the top, in place of the logo.' },
  'footer-image': { value: 'none|<file>', help: 'A PNG or JPEG file at the foot of each page.' },
  address: {
    value: `none|${ADDRESS}`,
    help: 'The address that is shown for the seller, site or entity; never for tax. none: its own.',
  },
  'line-dates': { value: 'show|hide', help: 'hide: lines do not say which period they are for.' },
  'zero-lines': { value: 'show|hide', help: 'hide: lines without an amount are left out, if there are others.' },
  text: { value: 'none|<text>', help: 'A text above the lines, with variables of accounts such as {account.size}.' },
  'line-text': {
    value: 'none|<text>',
    help: 'A text below each line, with variables of account, subscription, plan, item and charge.',
  },
} as const satisfies CommandOptions;

const NEW: TemplateSettings = {
  name: '',
  description: null,
  is_default: false,
  header_image: null,
  footer_image: null,
  address: null,
  hide_line_dates: false,
  hide_zero_lines: false,
  text: null,
  line_text: null,
};

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const MEMBERS = ['invoice_template_uuid', 'code', 'name', 'description', 'default'] as const;

const json = ({ uuid, code, name, description, is_default }: InvoiceTemplateRecord) => ({
  invoice_template_uuid: uuid,
  code,
  name,
  description,
  default: is_default,
});

export const invoiceTemplateTool: Tool = {
  ...topic('invoice-template'),
  about: `An invoice is made with the template that its account names (invoice_template_uuid), else with the default one, else with none.
A change applies to invoices from then on; those that exist keep their look. Pictures have at most 300 kB and 2000 × 1000 pixels.
A variable stands for the value of a custom field when the invoice is made; a row of a text whose variables have no value is left out.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the invoice templates of a site.',
      example: 'demo',
      prints: 'array',
      members: MEMBERS,
      async run({ sites, storage }, [subdomain = '']) {
        const templates = await storage.of((await needSite(sites, subdomain)).id).invoiceTemplates.all();
        return {
          text:
            templates.length === 0
              ? `${subdomain} has no invoice templates.`
              : inColumns([['UUID', 'CODE', 'NAME', 'DEFAULT', 'SHOWS'], ...templates.map(row)]),
          json: templates.map(json),
        };
      },
    }),
    create: command({
      takes: ['subdomain', 'code'],
      does: 'Adds an invoice template.',
      example: 'demo wholesale --name Wholesale --text "Size {account.size}"',
      options: OPTIONS,
      members: MEMBERS,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const { settings, files } = readSettings(given);
        const caller = await callerAt(toolbox, subdomain);
        const added = await addInvoiceTemplate(toolbox)(caller, code, { ...NEW, ...settings }, files);
        return { text: `Invoice template ${code} was added with the uuid ${added.uuid}.`, json: json(added) };
      },
    }),
    change: command({
      takes: ['subdomain', 'code'],
      does: 'Changes the given settings of an invoice template, and leaves the rest.',
      example: 'demo companies --zero-lines show --default on',
      options: OPTIONS,
      members: MEMBERS,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const { settings, files } = readSettings(given);
        if (Object.keys(settings).length === 0) throw new UsageError('Give at least one setting to change.');
        const caller = await callerAt(toolbox, subdomain);
        const changed = await changeInvoiceTemplate(toolbox)(caller, code, settings, files);
        return { text: `Invoice template ${code} was changed, from the next invoice on.`, json: json(changed) };
      },
    }),
    remove: command({
      takes: ['subdomain', 'code'],
      does: 'Removes an invoice template. Accounts that name it have the default one.',
      example: 'demo companies',
      members: ['code'],
      async run(toolbox, [subdomain = '', code = '']) {
        await removeInvoiceTemplate(toolbox)(await callerAt(toolbox, subdomain), code);
        return { text: `Invoice template ${code} was removed. Its invoices keep their look.`, json: { code } };
      },
    }),
  },
};

interface ReadSettings {
  readonly settings: Partial<TemplateSettings>;
  readonly files: PictureFiles;
}

const readSettings = (given: OptionValues): ReadSettings => {
  const files: PictureFiles[number][] = [];
  const picture = (path: string): InvoicePicture => {
    const file = readPicture(path);
    files.push(file);
    return file.picture;
  };
  const settings = {
    ...read(given, 'name', 'name', (typed) => typed),
    ...read(given, 'description', 'description', orNone(String)),
    ...read(given, 'default', 'is_default', oneOfBoth('on', 'off')),
    ...read(given, 'header-image', 'header_image', orNone(picture)),
    ...read(given, 'footer-image', 'footer_image', orNone(picture)),
    ...read(given, 'address', 'address', orNone(typedAddress)),
    ...read(given, 'line-dates', 'hide_line_dates', oneOfBoth('hide', 'show')),
    ...read(given, 'zero-lines', 'hide_zero_lines', oneOfBoth('hide', 'show')),
    ...read(given, 'text', 'text', orNone(String)),
    ...read(given, 'line-text', 'line_text', orNone(String)),
  };
  return { settings, files };
};

const read = <K extends keyof TemplateSettings>(
  given: OptionValues,
  option: keyof typeof OPTIONS,
  name: K,
  value: (typed: string, option: string) => TemplateSettings[K],
): Partial<TemplateSettings> => {
  const typed = given[option];
  return typeof typed === 'string' ? { [name]: value(typed, option) } : {};
};

const orNone =
  <T>(value: (typed: string, option: string) => T) =>
  (typed: string, option: string): T | null =>
    typed === 'none' ? null : value(typed, option);

const oneOfBoth =
  (yes: string, no: string) =>
  (typed: string, option: string): boolean => {
    if (typed !== yes && typed !== no) throw new UsageError(`--${option} takes ${yes} or ${no}, not “${typed}”.`);
    return typed === yes;
  };

const row = (template: InvoiceTemplateRecord): string[] => {
  const { uuid, code, name, is_default, header_image, footer_image, address, text, line_text } = template;
  const shows = [
    ...(header_image ? ['header image'] : []),
    ...(footer_image ? ['footer image'] : []),
    ...(address ? ['address'] : []),
    ...(text ? ['text'] : []),
    ...(line_text ? ['text of lines'] : []),
    ...(template.hide_line_dates ? ['no dates'] : []),
    ...(template.hide_zero_lines ? ['no lines of nothing'] : []),
  ];
  return [uuid, code, name, is_default ? 'on' : 'off', shows.join(', ') || '-'];
};

if (import.meta.main) await main(invoiceTemplateTool);
