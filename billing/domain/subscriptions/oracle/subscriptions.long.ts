import { agreesWithTheOracle } from './agreement.fixture.ts';

agreesWithTheOracle(10_000);
