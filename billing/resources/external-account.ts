import { code, editable, required, time } from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

/** The account of a customer at an app store. */
export const externalAccount = resource('external_account', {
  id: code(13),
  external_account_code: editable(required(code())),
  external_connection_type: editable(required(code())),
  created_at: time(),
  updated_at: time(),
});

/** Accounts at app stores that one account has. */
export const MOST_EXTERNAL_ACCOUNTS = 100;

export type ExternalAccount = Infer<typeof externalAccount>;
export type ExternalAccountInput = Writable<typeof externalAccount>;
