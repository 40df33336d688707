import { invalidRequest } from '../http/api-error.ts';
import type { RequestParams } from '../http/params.ts';
import type { BankInstrument } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';

/** Returns the `next_action` in which the customer says which small amounts arrived in the account. */
export const verifyWithMicrodeposits = (world: SimulatorWorld, intent: string) => ({
  type: 'verify_with_microdeposits',
  verify_with_microdeposits: {
    arrival_date: world.clock.seconds() + 86_400,
    hosted_verification_url: `${world.url()}/microdeposits/${intent}`,
    microdeposit_type: 'descriptor_code' as const,
  },
});

/** Stripe's published test values. */
const RIGHT = { amounts: '32,45', descriptor: 'SM11AA' };
const TOO_OFTEN = { amounts: '10,11', descriptor: 'SM33CC' };
const TIMED_OUT = { amounts: '40,41', descriptor: 'SM44DD' };
const MOST_ATTEMPTS = 10;

/**
 * Verifies a bank account with the amounts or the descriptor code of its microdeposits.
 *
 * @throws {ApiError} 400 for wrong values, after too many of them, and when no microdeposits could be sent
 */
export const verifyAccount = (bank: BankInstrument, params: RequestParams): void => {
  const amounts = params.list('amounts')?.join(',');
  const descriptor = params.text('descriptor_code');
  const are = (test: typeof RIGHT) => amounts === test.amounts || descriptor === test.descriptor;
  if (amounts === undefined && descriptor === undefined)
    throw invalidRequest('Send amounts, or descriptor_code.', { code: 'parameter_missing', param: 'amounts' });
  if (bank.behaviour.failsMicrodeposits)
    throw invalidRequest('Microdeposits could not be sent to this account.', {
      code: 'payment_method_microdeposit_failed',
    });
  if (are(TIMED_OUT))
    throw invalidRequest('The time to verify this account is over.', {
      code: 'payment_method_microdeposit_verification_timeout',
    });
  if (are(TOO_OFTEN) || bank.verificationAttempts >= MOST_ATTEMPTS)
    throw invalidRequest('You have exceeded the number of allowed verification attempts.', {
      code: 'payment_method_microdeposit_verification_attempts_exceeded',
    });
  if (!are(RIGHT)) {
    bank.verificationAttempts += 1;
    throw invalidRequest(
      amounts === undefined
        ? 'The descriptor code does not match the one that was sent to the bank account.'
        : 'The amounts provided do not match the amounts that were sent to the bank account.',
      {
        code: `payment_method_microdeposit_verification_${amounts === undefined ? 'descriptor_code' : 'amounts'}_mismatch`,
      },
    );
  }
  bank.verified = true;
};
