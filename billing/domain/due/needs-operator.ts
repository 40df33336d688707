/**
 * Due work that an operator has to agree to: it is parked at once, with what it would do as its message. The message
 * holds no personal data.
 */
export class NeedsOperator extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NeedsOperator';
  }
}
