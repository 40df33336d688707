/**
 * A value that must never be printed: a card number, a security code, a bank account number. It shows as `[secret]` to
 * logs, JSON, string concatenation and debuggers; only the vault and a gateway call `reveal()`.
 */
export class Secret<T = string> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The value itself. Called in the vault and in gateway adapters, nowhere else. */
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
