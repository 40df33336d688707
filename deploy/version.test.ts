import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readSource } from '../tools/repository.ts';
import { readDockerfile } from './dockerfile.ts';

test('every workspace, the chart, the image and the command line have the version of package.json', () => {
  const { version, workspaces } = JSON.parse(readSource('package.json').text) as {
    version: string;
    workspaces: readonly string[];
  };
  const { stages } = readDockerfile();
  const image = stages.at(-1);
  expect(image?.labels['org.opencontainers.image.version']).toMatch(/^\$\{VERSION\}$/);
  const chart = readSource('deploy/helm/billing/Chart.yaml').text;
  const billing = join(ROOT, 'token-service/src/cli/billing.ts');
  const found = {
    ...Object.fromEntries(
      workspaces.map((name) => [name, JSON.parse(readSource(`${name}/package.json`).text).version]),
    ),
    'deploy/Dockerfile': image?.args.VERSION,
    ...Object.fromEntries(
      [...chart.matchAll(/^(version|appVersion): (\S+)$/gm)].map(([, name, value]) => [name, value]),
    ),
    'billing --version': execFileSync(process.execPath, ['--', billing, '--version'], { encoding: 'utf8' }).trim(),
  };
  expect(Object.keys(found)).toHaveLength(workspaces.length + 4);
  expect(Object.entries(found).filter(([, value]) => value !== version)).toEqual([]);
});
