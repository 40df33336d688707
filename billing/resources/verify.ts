import { confirmationFields } from './confirmation.ts';
import { code, noted, onCreate } from './field.ts';
import { resource, type Writable } from './resource.ts';

/** The input of a check of stored billing info. */
export const verify = resource('verify', {
  three_d_secure_action_result_token_id: confirmationFields.three_d_secure_action_result_token_id,
  gateway_code: noted('That of the billing info, unless it is sent.', onCreate(code(50))),
});

export type VerifyInput = Writable<typeof verify>;
