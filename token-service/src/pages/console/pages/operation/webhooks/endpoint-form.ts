import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import { ALL_TYPES, type NotificationType, TYPES_BY_TOPIC } from '@service/billing/domain/webhooks/types.ts';
import type { EndpointChanges } from '@service/billing/usecases/webhooks/change-endpoint.ts';
import { html, type Markup } from '../../../../../documents/html.ts';
import type { Form } from '../../../../../http/bodies/form.ts';
import type { FilledForm } from '../../../parts/filled.ts';
import { areaField, checkField, inputField, radioField } from '../../../parts/form.ts';
import { FormProblem } from '../../../route.ts';

/** The part of an endpoint that a form shows. Its secrets are never shown. */
export type ShownEndpoint = Pick<
  WebhookEndpoint,
  'url' | 'types' | 'legacy_invoices' | 'has_basic_auth' | 'header_names'
>;

const boxOf = (type: NotificationType): string => `type.${type}`;

/** A form that comes back does not repeat what may be a credential. */
const withoutSecrets = ({ values: { basic_auth: _, headers: __, ...values }, problems }: FilledForm): FilledForm => ({
  values,
  problems,
});

/** Returns the fields of an endpoint; `present` is that which the form changes. */
export const endpointFields = (filled: FilledForm, present?: ShownEndpoint): readonly Markup[] => {
  const secret = withoutSecrets(filled);
  const kept = present ? ' Leave it empty to keep what is set.' : '';
  return [
    inputField(filled, {
      name: 'url',
      label: 'Address',
      value: present?.url,
      hint: 'An http or https address that events are posted to.',
      attributes: { type: 'url', required: '', maxlength: '2000' },
    }),
    radioField(filled, { name: 'which', label: 'Types', value: present?.types ? 'chosen' : 'all' }, [
      {
        value: 'all',
        label: 'All types',
        hint: 'All types except prerenewal and legacy ones, including those that are added later.',
      },
      { value: 'chosen', label: 'Chosen types' },
    ]),
    html`<details class="field"${present?.types ? html` open` : ''}><summary>Choose types</summary>${[
      ...TYPES_BY_TOPIC,
    ].map(
      ([topic, types]) =>
        html`<fieldset class="boxes"><legend>${topic.replaceAll('_', ' ')}</legend>${types.map((type) =>
          checkField(filled, {
            name: boxOf(type),
            label: type,
            value: present?.types?.includes(type) ? 'yes' : '',
          }),
        )}</fieldset>`,
    )}</details>`,
    checkField(filled, {
      name: 'legacy_invoices',
      label: 'Legacy invoices',
      value: present?.legacy_invoices ? 'yes' : '',
      hint: 'Also sends invoices in the form from before credit invoices existed.',
    }),
    inputField(secret, {
      name: 'basic_auth',
      label: 'HTTP Basic',
      hint: `user:password, with which deliveries authenticate.${kept}`,
      attributes: { type: 'password', autocomplete: 'off', maxlength: '1000' },
    }),
    ...(present?.has_basic_auth ? [checkField(filled, { name: 'no_basic_auth', label: 'Remove HTTP Basic' })] : []),
    areaField(secret, {
      name: 'headers',
      label: 'Headers',
      hint: `Name: value, one line each; they replace all earlier ones.${kept}${present && present.header_names.length > 0 ? ` Now: ${present.header_names.join(', ')}.` : ''}`,
      attributes: { autocomplete: 'off', spellcheck: 'false' },
    }),
    ...(present && present.header_names.length > 0
      ? [checkField(filled, { name: 'no_headers', label: 'Remove all headers' })]
      : []),
  ];
};

/** Reads what a form says about an endpoint. Throws `FormProblem` for headers that cannot be understood. */
export const sentEndpoint = (form: Form): EndpointChanges => ({
  url: form.url ?? '',
  types: form.which === 'chosen' ? ALL_TYPES.filter((type) => form[boxOf(type)] === 'yes') : null,
  legacy_invoices: form.legacy_invoices === 'yes',
  ...(form.no_basic_auth === 'yes' ? { basic_auth: null } : form.basic_auth ? { basic_auth: form.basic_auth } : {}),
  ...(form.no_headers === 'yes' ? { headers: {} } : form.headers ? { headers: readHeaders(form.headers) } : {}),
});

/** Never repeats a value: it may be a credential. */
const readHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(line) ?? [];
        if (!name || !value) {
          throw new FormProblem('The headers cannot be understood.', { headers: 'Write “Name: value” in each line.' });
        }
        return [name, value.trim()];
      }),
  );
