import type { Holder, MethodDescription } from '@service/billing/domain/billing-info/payment-method.ts';
import type { MethodValues, Presented, PresentedCode } from '@service/billing/ports/vault.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { Secret } from '@service/billing/values/secret.ts';
import type { Fingerprint } from '../../runtime/fingerprint.ts';
import type { HeldToken } from './token-store.ts';

/**
 * The number and, where there is one, the security code or the code of the bank after it. Kept in a buffer, because a
 * buffer can be zeroed and a string cannot.
 */
export const secretBytes = (number: string, code = ''): Buffer => Buffer.from(`${number} ${code}`, 'latin1');

/** The separator between number and code. */
const END_OF_NUMBER = 0x20;

/** A presented method whose numbers only this file can read. */
export class PresentedMethod implements Presented {
  readonly description: MethodDescription;
  readonly holder: Holder;
  readonly address: string | null;
  readonly #secret: Buffer;
  readonly #held: Pick<HeldToken, 'consume' | 'release'> | undefined;
  readonly #hash: Fingerprint;
  #fingerprint: string | undefined;
  #consumed: Promise<boolean> | undefined;
  /** The values were read or released. */
  #over = false;
  #released = false;

  /** `hash`: the fingerprint function of the site. `token`: the held token; raw data has none. */
  constructor(
    description: MethodDescription,
    holder: Holder,
    secret: Buffer,
    hash: Fingerprint,
    token?: { readonly address: string | null; readonly held: Pick<HeldToken, 'consume' | 'release'> },
  ) {
    this.description = description;
    this.holder = holder;
    this.address = token?.address ?? null;
    this.#secret = secret;
    this.#hash = hash;
    this.#held = token?.held;
  }

  get fingerprint(): string {
    this.#fingerprint ??= this.#hashed();
    return this.#fingerprint;
  }

  async consume(): Promise<void> {
    if (this.#released && !this.#consumed) throw new Failure('token_invalid');
    this.#consumed ??= this.#held?.consume() ?? Promise.resolve(true);
    if (await this.#consumed) return;
    this.#forget();
    throw new Failure('token_invalid');
  }

  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    this.#forget();
    await this.#held?.release();
  }

  /** Passes the values to `use`, once, and consumes the token first. */
  static async read<T>(presented: Presented, use: (values: MethodValues) => Promise<T>): Promise<T> {
    const method = PresentedMethod.#own(presented);
    await method.consume();
    if (method.#over) throw new Error('The values of a payment method can be read once.');
    try {
      return await use(method.#values());
    } finally {
      method.#forget();
    }
  }

  /** Returns the bytes for encryption, and drops them. */
  static take<T>(presented: Presented, seal: (secret: Buffer) => T): T {
    const method = PresentedMethod.#own(presented);
    if (method.#over) throw new Error('The values of a payment method can be kept once.');
    try {
      return seal(method.#secret);
    } finally {
      method.#forget();
    }
  }

  static #own(presented: Presented): PresentedMethod {
    if (presented instanceof PresentedMethod) return presented;
    throw new TypeError('This payment method is not from this vault.');
  }

  #values(): MethodValues {
    const { description } = this;
    const [number = '', code = ''] = this.#secret.toString('latin1').split(' ');
    switch (description.type) {
      case 'credit_card':
        return {
          type: description.type,
          number: new Secret(number),
          month: description.month,
          year: description.year,
          verification_value: code ? new Secret(code) : undefined,
        };
      case 'bank_account':
        return {
          type: description.type,
          routing_number: description.routing_number,
          account_number: new Secret(number),
          account_type: description.account_type,
        };
      case 'sepa':
        return { type: description.type, iban: new Secret(number) };
      case 'bacs':
        return { type: description.type, sort_code: new Secret(code), account_number: new Secret(number) };
      case 'becs':
        return { type: description.type, bsb_code: new Secret(code), account_number: new Secret(number) };
      case 'paypal':
        return description;
    }
  }

  /** Leaves the security code of a card out, because an attacker varies it. */
  #hashed(): string {
    if (this.#over) throw new Error('The values of a payment method are gone.');
    const { description } = this;
    if (description.type === 'paypal') return this.#hash(description.type, description.paypal_billing_agreement_id);
    if (description.type !== 'credit_card' && description.type !== 'bank_account')
      return this.#hash(description.type, this.#secret);
    const number = this.#secret.subarray(0, this.#secret.indexOf(END_OF_NUMBER));
    return this.#hash(description.type, description.type === 'bank_account' ? description.routing_number : '', number);
  }

  #forget(): void {
    this.#over = true;
    this.#secret.fill(0);
  }
}

/** A security code that only this file can read. */
export class HeldCode implements PresentedCode {
  readonly is = 'security code';
  #code: Secret | undefined;

  constructor(code: Secret) {
    this.#code = code;
  }

  /** Returns the code, once. */
  static read(code: PresentedCode): Secret {
    if (!(code instanceof HeldCode)) throw new TypeError('This security code is not from this vault.');
    const secret = code.#code;
    if (!secret) throw new Error('A security code can be read once.');
    code.#code = undefined;
    return secret;
  }
}
