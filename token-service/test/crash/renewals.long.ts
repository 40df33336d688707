import { renewsExactlyOnce } from './renewals-story.ts';

/** `SEED` chooses the processes that are killed and when; `RENEWALS` how many subscriptions are due. */
const seed = Number(process.env.SEED ?? 5);
const renewals = Number(process.env.RENEWALS ?? 2000);

renewsExactlyOnce({ engine: 'PostgreSQL', processes: 4, renewals, seed, every: 500 });
renewsExactlyOnce({ engine: 'SQLite', processes: 2, renewals, seed, every: 500 });
