import { code, onCreate, required } from './field.ts';
import { resource, type Writable } from './resource.ts';

/** Whose a gift card becomes (reference "resources", section 14). */
export const recipientAccount = resource('recipient_account', { account_code: onCreate(required(code(50))) });

export type RecipientAccountInput = Writable<typeof recipientAccount>;
