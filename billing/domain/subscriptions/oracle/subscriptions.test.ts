import { agreesWithTheOracle } from './agreement.fixture.ts';

/** `subscriptions.long.ts` takes 10,000. */
agreesWithTheOracle(400);
