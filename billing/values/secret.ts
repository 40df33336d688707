/**
 * A value that must never be printed: a card number, a security code, a bank account number, a credential. It shows as
 * `[secret]` to
 * logs, JSON, string concatenation and debuggers; only the vault, a gateway and the sender of webhooks call `reveal()`.
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
