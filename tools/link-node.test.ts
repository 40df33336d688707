import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT, readSource } from './repository.ts';

const link = (npm_config_user_agent: string) => {
  const env = { ...process.env, npm_config_user_agent };
  const { status, stderr } = spawnSync(process.execPath, ['tools/link-node.mjs'], { cwd: ROOT, env, encoding: 'utf8' });
  return { status, stderr };
};

test('an installation by a Node that is too old ends with what to do', () => {
  const { engines } = JSON.parse(readSource('package.json').text) as { engines: { node: string } };
  const oldest = Number(/^>=(\d+)$/.exec(engines.node)?.[1]);
  expect(link(`npm/9.2.0 node/v${oldest - 1}.20.4 linux x64 workspaces/false`)).toEqual({
    status: 1,
    stderr: `npm runs with Node ${oldest - 1}, which is too old. Install Node ${oldest} or newer, and run npm ci again.\n`,
  });
  for (const agent of [`npm/11.1.0 node/v${oldest}.0.0 linux x64`, 'npm/11.1.0 node/v26.1.0 linux x64', ''])
    expect(link(agent), agent).toEqual({ status: 0, stderr: '' });
});
