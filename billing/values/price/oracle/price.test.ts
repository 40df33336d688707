import { agreesWithTheOracle } from './agreement.fixture.ts';

/** `price.long.ts` takes 10,000. */
agreesWithTheOracle(1_500);
