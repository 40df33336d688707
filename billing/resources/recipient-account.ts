import { code, onCreate, required } from './field.ts';
import { resource, type Writable } from './resource.ts';

/** The account that redeems a gift card. */
export const recipientAccount = resource('recipient_account', { account_code: onCreate(required(code(50))) });

export type RecipientAccountInput = Writable<typeof recipientAccount>;
