/**
 * `npm run bench -- start`: from `npm start` on an empty database until all its origins answer, as milliseconds and
 * as a multiple of starting Node for an empty program.
 */
import { spawnSync } from 'node:child_process';
import { startService } from '../fixtures/service.ts';

const ROUNDS = 7;

const bare: number[] = [];
const whole: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = performance.now();
  spawnSync(process.execPath, ['--eval', '']);
  const between = performance.now();
  const service = await startService();
  whole.push(performance.now() - between);
  bare.push(between - before);
  await service.stop();
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
const [start, node] = [median(whole), median(bare)];
console.log(`${ROUNDS} rounds, medians`);
console.log(`an empty program  ${node.toFixed(0)} ms`);
console.log(`the service       ${start.toFixed(0)} ms, ${(start / node).toFixed(1)} times`);
