import { FAULTS } from '@service/gateway-simulator/src/index.ts';
import { survivesChaos } from './story.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1e6);
const operations = Number(process.env.OPERATIONS ?? 10_000);

for (const engine of ['SQLite', 'PostgreSQL'] as const)
  survivesChaos({
    engine,
    operations: operations / 2,
    between: 60,
    seed,
    // Most kinds come twice: a request without an answer keeps its client waiting for 20 seconds.
    faults: {
      probability: 0.1,
      kinds: [...FAULTS, ...FAULTS, ...FAULTS.filter((kind) => kind !== 'timeout')],
      webhook_probability: 0.1,
    },
  });
