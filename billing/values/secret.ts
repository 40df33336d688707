/** Stands in front of the end of a secret that is shown masked. */
const STARS = '************';
/** The characters that are shown of a secret of at least three times as many. */
const SHOWN = 4;

/**
 * A value that must never be printed: a card number, a security code, a bank account number, a credential. It shows as
 * `[secret]` to logs, JSON, string concatenation and debuggers; only the vault, a gateway and the sender of webhooks
 * call `reveal()`.
 */
export class Secret<T = string> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The value itself. Called in the vault, in gateway adapters and by the sender of webhooks, nowhere else. */
  reveal(): T {
    return this.#value;
  }

  /** Returns the last four characters behind stars; of a short value, stars alone. */
  masked(): string {
    const text = String(this.#value);
    return text.length < 3 * SHOWN ? STARS : STARS + text.slice(-SHOWN);
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}

/** Returns the secret that a text is; undefined for a masked one, which a client sends back as it has read it. */
export const unmasked = (text: string): Secret | undefined => (text.startsWith(STARS) ? undefined : new Secret(text));
