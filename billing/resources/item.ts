import { customField } from './custom-field.ts';
import { code, editable, flag, list, maybe, noted, oneOf, orElse, required, since, text, time } from './field.ts';
import { ledgerReferences } from './ledger-references.ts';
import { REVENUE_SCHEDULES } from './plan.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

export const ITEM_STATES = ['active', 'inactive'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const LONGEST_ITEM_CODE = 50;

/** A product of the catalogue. It has no price: what sells it states one. */
export const item = resource(
  'item',
  {
    item_code: noted(
      'Small letters, digits, _, + and -. No other item of the site has it, not even an inactive one.',
      required(editable(code(LONGEST_ITEM_CODE, /^[a-z0-9_+-]+$/))),
    ),
    name: noted('The description of lines that sell the item.', required(editable(text()))),
    description: editable(text(2000)),
    external_sku: editable(code(50)),
    accounting_code: editable(code(20, /^[A-Za-z0-9@_.+-]*$/)),
    revenue_schedule_type: editable(orElse('evenly', oneOf(REVENUE_SCHEDULES))),
    ...ledgerReferences,
    tax_exempt: editable(orElse(false, flag())),
    tax_code: editable(code(50)),
    state: oneOf(ITEM_STATES),
    custom_fields: since(
      '2.29',
      editable(
        orElse(
          [],
          list(() => customField),
        ),
      ),
    ),
    created_at: time(),
    updated_at: time(),
    deleted_at: noted('While it is inactive.', maybe(time())),
  },
  {
    actions: {
      reactivate: { method: 'put', when: ({ state }: { readonly state: ItemState }) => state === 'inactive' },
    },
  },
);

export type Item = Infer<typeof item>;
export type ItemInput = Writable<typeof item>;
