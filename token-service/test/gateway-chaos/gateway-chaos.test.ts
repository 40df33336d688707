import { survivesChaos } from './story.ts';

/** `gateway-chaos.long.ts` kills every few seconds, on both engines, and leaves requests without any answer. */
survivesChaos({
  engine: 'SQLite',
  operations: 150,
  // One kill, at the end.
  between: 300,
  seed: 1,
  // A request without an answer loses its connection after 300 ms.
  faults: { probability: 0.1, webhook_probability: 0.1, milliseconds: 300 },
});
