import { authorizationSubject, type Intent } from '../../domain/payments/intent.ts';
import type { Records } from '../../ports/storage.ts';
import { readPayload } from '../intents/intent-payload.ts';

/** Returns whether a capture of an authorization has begun, and has no outcome yet. */
export const isBeingCaptured = async (
  { accounts, intents }: Pick<Records, 'accounts' | 'intents'>,
  authorization: Intent,
): Promise<boolean> => {
  const { account_code } = readPayload(authorization, 'authorization').draft;
  const account = await accounts.find(account_code);
  // The account may not have existed when the capture began.
  for (const subject of [...(account ? [account.id] : []), `code:${account_code}`]) {
    const moving = await intents.of(subject);
    const capturing = moving?.kind === 'payment' ? readPayload(moving, 'payment').capturing : undefined;
    if (capturing && authorizationSubject(capturing.transaction) === authorization.subject) return true;
  }
  return false;
};
