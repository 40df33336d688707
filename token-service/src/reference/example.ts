import { readFileSync } from 'node:fs';

/** A request that was sent to a new service, and the answer that it got. */
export interface Example {
  readonly method: string;
  /** The path with the query, for example `/v2/accounts?state=active`. */
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  /** Empty if the answer has no body. */
  readonly answer: string;
}

/** The address that recorded answers name. */
export const RECORDED_AT = 'http://localhost:3000';

/** Returns the recorded examples by the name of the operation. `npm run test:unit -- test/docs -u` records them. */
export const readExamples = (): Readonly<Record<string, Example>> =>
  JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8'));
