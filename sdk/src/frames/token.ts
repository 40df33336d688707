import { BILLING_NAMES, type Inputs } from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import { mapValues } from '../map-values.ts';
import type { InstanceConfig } from '../options.ts';
import type { Token } from '../types.ts';
import { version } from '../version.ts';
import type { HostedFields } from './types.ts';

const texts = (values: Readonly<Record<string, unknown>>): Inputs => mapValues(values, (value) => String(value ?? ''));

/**
 * Exchanges the card in the fields, with the billing data of a form or an object, for a token. Throws
 * missing-hosted-field-target; rejects with a ServiceError.
 */
export const cardToken = (config: InstanceConfig, fields: HostedFields, form: unknown): Promise<Token> => {
  const leader = fields.leader(config);
  const { publicKey: key, timeout } = config;
  const required = fields.codeOnly ? ['cvv'] : config.required;
  const make = async (values: Readonly<Record<string, unknown>>): Promise<Token> => {
    const answer = await fields.token(leader, { key, version, timeout, inputs: texts(values), required });
    if ('error' in answer) throw ServiceError.from(answer.error);
    return answer.token;
  };
  return fields.tokenOf(form, BILLING_NAMES, make);
};
