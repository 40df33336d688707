import { survivesChaos } from './story.ts';

/** `gateway-chaos.long.ts` runs more operations, with requests that are never answered, on both engines. */
survivesChaos({
  engine: 'SQLite',
  operations: 150,
  between: 150,
  seed: 1,
  faults: {
    probability: 0.1,
    kinds: ['connection_lost', 'answer_lost', 'server_error', 'server_error_after', 'unavailable', 'rate_limit'],
    webhook_probability: 0.1,
  },
});
