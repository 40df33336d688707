/**
 * Benchmark of tokens: a token may use at most three times the CPU of a bare `node:http` server that reads the same
 * body; the goal is two. Both servers run in separate processes and are loaded alternately, so that other work on the
 * machine affects both. It is measured twice, with a polling and a sleeping client: waking a sleeping client costs
 * server time, and the bare server, which is as fast as its client, hardly ever pays it. The higher ratio counts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Client, type Load, load } from './tokens/load.ts';
import { REQUEST } from './tokens/request.ts';
import type { Usage } from './tokens/server.ts';

const ROUNDS = 7;
const SECONDS = 1.5;
const CONNECTIONS = 32;
const MOST = 3;

interface Round extends Load {
  /** Microseconds of server CPU for each request. */
  readonly cost: number;
  readonly rss: number;
}

interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

const start = async (kind: 'bare' | 'tokens'): Promise<Server> => {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const process = fork(join(import.meta.dirname, 'tokens/server.ts'), [kind], { stdio: [...stdio] });
  return { process, port: (await reply(process)) as number };
};

/** Returns the next message of a server; throws if the server exits first. */
const reply = async (process: ChildProcess): Promise<unknown> => {
  const waiting = new AbortController();
  const ended = once(process, 'exit', { signal: waiting.signal }).then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  try {
    const [message] = await Promise.race([once(process, 'message', { signal: waiting.signal }), ended]);
    return message;
  } finally {
    ended.catch(() => {});
    waiting.abort();
  }
};

const usage = async ({ process }: Server): Promise<Usage> => {
  process.send('usage');
  return (await reply(process)) as Usage;
};

const round = async (server: Server, seconds: number, client: Client): Promise<Round> => {
  const before = await usage(server);
  const loaded = await load(server.port, REQUEST, { connections: CONNECTIONS, seconds, client });
  const after = await usage(server);
  return { ...loaded, cost: (after.cpu - before.cpu) / loaded.requests, rss: after.rss };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const report = (name: string, rounds: readonly Round[]): void => {
  const quantile = (q: number) =>
    median(rounds.map(({ latencies }) => latencies[Math.floor(latencies.length * q)] ?? 0)).toFixed(2);
  const cells = [
    name.padEnd(16),
    `${median(rounds.map(({ cost }) => cost)).toFixed(1)} us`.padStart(12),
    median(rounds.map(({ requests, seconds }) => requests / seconds))
      .toFixed(0)
      .padStart(12),
    `${quantile(0.5)} ms`.padStart(10),
    `${quantile(0.99)} ms`.padStart(10),
    `${((rounds.at(-1)?.rss ?? 0) / 2 ** 20).toFixed(0)} MB`.padStart(10),
  ];
  console.log(cells.join(''));
};

const servers = { bare: await start('bare'), tokens: await start('tokens') };
for (const server of Object.values(servers)) await round(server, 3, 'awake');

/** Tokens stored so far. */
let kept = 0;

/** The CPU cost of a token, as a multiple of the bare server’s, with such a client. */
const compare = async (client: Client): Promise<number> => {
  const rounds: { bare: Round[]; tokens: Round[] } = { bare: [], tokens: [] };
  for (let i = 0; i < ROUNDS; i++) {
    rounds.bare.push(await round(servers.bare, SECONDS, client));
    rounds.tokens.push(await round(servers.tokens, SECONDS, client));
  }
  kept += rounds.tokens.reduce((sum, { requests }) => sum + requests, 0);
  const ratios = rounds.tokens.map(({ cost }, i) => cost / (rounds.bare[i]?.cost ?? 1));
  const ratio = median(ratios);
  console.log(`\n${`client ${client}`.padEnd(16)} CPU/request  requests/s       p50       p99    memory`);
  report('bare node:http', rounds.bare);
  report('tokens', rounds.tokens);
  console.log(`${ratio.toFixed(2)} times (rounds: ${ratios.map((each) => each.toFixed(2)).join(', ')})`);
  return ratio;
};

console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each, medians`);
const asleep = await compare('asleep');
const awake = await compare('awake');
for (const { process } of Object.values(servers)) process.disconnect();

const ratio = Math.max(asleep, awake);
console.log(`
A token costs ${ratio.toFixed(2)} times the bare server; at most ${MOST} is the goal.
Memory includes the ${kept} tokens made, which live twenty minutes. Load average: ${loadavg()[0]?.toFixed(1)}.`);
process.exitCode = ratio > MOST ? 1 : 0;
