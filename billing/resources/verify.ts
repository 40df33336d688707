import { code, noted, onCreate } from './field.ts';
import { resource, type Writable } from './resource.ts';

/** What a check of stored billing info takes. */
export const verify = resource('verify', {
  gateway_code: noted('That of the billing info, unless it is sent.', onCreate(code(50))),
});

export type VerifyInput = Writable<typeof verify>;
