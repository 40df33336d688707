/**
 * Due work that an operator must approve: it is parked at once, with a message about its effect. The message has no
 * personal data.
 */
export class NeedsOperator extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NeedsOperator';
  }
}
