import type { ShippingMethodRecord } from '@service/billing/domain/shipping/shipping-method.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { allShippingMethods } from '@service/billing/queries/catalogue/shipping-methods.ts';
import type { ShippingMethodInput } from '@service/billing/resources/shipping-method.ts';
import { changeShippingMethod } from '@service/billing/usecases/shipping-methods/change-shipping-method.ts';
import { createShippingMethod } from '@service/billing/usecases/shipping-methods/create-shipping-method.ts';
import { removeShippingMethod } from '@service/billing/usecases/shipping-methods/remove-shipping-method.ts';
import { type CommandOptions, command, type OptionValues, type Tool, type Toolbox, UsageError } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const METHOD = [
  'code',
  'name',
  'accounting_code',
  'tax_code',
  'liability_gl_account_id',
  'revenue_gl_account_id',
  'performance_obligation_id',
] as const;

const options = {
  name: { value: '<name>', help: 'The description of the lines for its fees.' },
  'accounting-code': { value: '<code>', help: 'Your code for bookkeeping; an empty text removes it.' },
  'tax-code': { value: '<code>', help: 'The kind of delivery, for tax; an empty text removes it.' },
  'liability-account': { value: '<id>', help: 'The general ledger account of the fees; an empty text removes it.' },
  'revenue-account': { value: '<id>', help: 'The general ledger account of the fees; an empty text removes it.' },
  'performance-obligation': { value: '<id>', help: 'When the fees count as earned; an empty text removes it.' },
} as const satisfies CommandOptions;

/** The options whose empty text removes the value, with their fields. */
const CODES = {
  'accounting-code': 'accounting_code',
  'tax-code': 'tax_code',
  'liability-account': 'liability_gl_account_id',
  'revenue-account': 'revenue_gl_account_id',
  'performance-obligation': 'performance_obligation_id',
} as const satisfies Partial<Record<keyof typeof options, keyof ShippingMethodInput>>;

const readInput = (given: OptionValues): ShippingMethodInput => {
  const text = (name: keyof typeof options): string | null | undefined => {
    const value = given[name];
    return typeof value === 'string' ? value || null : undefined;
  };
  const name = text('name');
  return {
    ...(name === undefined ? {} : { name: name ?? '' }),
    ...Object.fromEntries(
      Object.entries(CODES)
        .map(([option, field]) => [field, text(option as keyof typeof CODES)])
        .filter(([, value]) => value !== undefined),
    ),
  };
};

const methodJson = (method: ShippingMethodRecord) =>
  Object.fromEntries(METHOD.map((name) => [name, method[name]])) as Pick<ShippingMethodRecord, (typeof METHOD)[number]>;

export const shippingMethodTool: Tool = {
  ...topic('shipping-method'),
  about: `Requests name a method by its code, and the amount of the fee. The fee is a line of its own, taxed by the method's tax code.
A change applies to fees from then on. Subscriptions with a method that was removed renew without it, and without a fee.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the shipping methods of a site.',
      example: 'demo',
      prints: 'array',
      members: METHOD,
      async run(toolbox, [subdomain = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        const methods = await allShippingMethods(toolbox)({ site });
        return {
          text: inColumns([
            ['METHOD', 'NAME', 'ACCOUNTING CODE', 'TAX CODE'],
            ...methods.map((one) => [one.code, one.name, one.accounting_code ?? '-', one.tax_code ?? '-']),
          ]),
          json: methods.map(methodJson),
        };
      },
    }),
    create: command({
      takes: ['subdomain', 'code'],
      does: 'Creates a shipping method.',
      example: 'demo parcel --name "Parcel, insured" --tax-code physical',
      options,
      members: METHOD,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const input = readInput(given);
        const made = await createShippingMethod(toolbox)(await callerAt(toolbox, subdomain), code, input);
        return { text: `Shipping method ${code} was created.`, json: methodJson(made) };
      },
    }),
    change: command({
      takes: ['subdomain', 'code'],
      does: 'Changes the given settings of a shipping method.',
      example: 'demo parcel --accounting-code shipping',
      options,
      members: METHOD,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const input = readInput(given);
        if (Object.keys(given).length === 0) throw new UsageError('Give at least one setting to change.');
        const changed = await changeShippingMethod(toolbox)(await callerAt(toolbox, subdomain), code, input);
        return { text: `Shipping method ${code} was changed, for fees from now on.`, json: methodJson(changed) };
      },
    }),
    remove: command({
      takes: ['subdomain', 'code'],
      does: 'Removes a shipping method.',
      example: 'demo parcel',
      members: ['code'],
      async run(toolbox, [subdomain = '', code = '']) {
        await removeShippingMethod(toolbox)(await callerAt(toolbox, subdomain), code);
        const text = `Shipping method ${code} was removed. Subscriptions with it renew without a shipping fee.`;
        return { text, json: { code } };
      },
    }),
  },
};

if (import.meta.main) await main(shippingMethodTool);
