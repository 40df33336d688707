/**
 * Something in the way that only the operator can move: a taken port, a folder that cannot be written, a server that
 * does not answer, a setting that cannot be used. The message is one line and says what to do.
 */
export class OperatorTrouble extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorTrouble';
  }
}
