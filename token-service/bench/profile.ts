/**
 * Profile of the operations that the service does most: a renewal, a purchase, a token and a page of 200 accounts.
 * Draws a flame graph of each in `docs/benchmarks`, and prints the ten functions that take most time, without what they
 * call. `npm run bench -- profile token` profiles only one. The profiler itself takes some of the time.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { costliest, readProfile } from './profile/cpu-profile.ts';
import { flameGraph } from './profile/flame-graph.ts';
import { subjects } from './profile/subjects.ts';

const MOST = 10;
/** Microseconds between two looks at the stack. */
const INTERVAL = 200;
const GRAPHS = fileURLToPath(new URL('../../docs/benchmarks/', import.meta.url));

const [chosen] = process.argv.slice(2);
const names = Object.keys(subjects);
if (chosen && !names.includes(chosen)) {
  console.error(`"${chosen}" cannot be profiled. There are: ${names.join(', ')}.`);
  process.exit(1);
}
await mkdir(GRAPHS, { recursive: true });
for (const [name, { title, run }] of Object.entries(subjects)) {
  if (chosen && name !== chosen) continue;
  const folder = await mkdtemp(join(tmpdir(), `bench-profile-${name}-`));
  try {
    const dataDir = join(folder, 'data');
    const profiles = join(folder, 'profiles');
    await Promise.all([mkdir(dataDir), mkdir(profiles)]);
    const options = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-interval=${INTERVAL}`];
    const measured = await run(dataDir, options);
    const root = await readProfile(profiles, measured);
    await writeFile(join(GRAPHS, `${name}.svg`), flameGraph(title, root, measured.count));
    console.log(`${title}: ${(root.total / measured.count).toFixed(1)} us, of which`);
    for (const { of, time } of costliest(root, MOST)) {
      const share = `${((100 * time) / root.total).toFixed(1)} %`;
      console.log(`${(time / measured.count).toFixed(1).padStart(10)} us ${share.padStart(8)}  ${of}`);
    }
    console.log('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
