/**
 * Puts the Node of this project first on the PATH of npm scripts, as `node_modules/.bin/node`.
 *
 * npm 11 does it by itself. npm 10, which comes with Node 20, removes the link again: every platform's package has a
 * `node`, and removing those of the other platforms removes ours too (delete this file when npm 10 is out of use).
 * Plain JavaScript, because the machine's own Node runs it.
 */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The major version of Node that npm runs with, and the oldest one for which npm installs every package. */
const [, installing] = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
const OLDEST = 20;
if (installing !== undefined && Number(installing) < OLDEST) {
  // npm leaves out optional packages that ask for a newer Node, such as those of the bundler, and does not say so.
  console.error(
    `npm runs with Node ${installing}, which is too old. Install Node ${OLDEST} or newer, and run npm ci again.`,
  );
  process.exit(1);
}

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const windows = process.platform === 'win32';
const name = windows ? 'node.cmd' : 'node';
const link = join(modules, '.bin', name);

const bundled = ['node', 'node-bin']
  .map((prefix) => `${prefix}-${windows ? 'win' : process.platform}-${process.arch}`)
  .map((folder) => join(modules, folder, 'bin', windows ? 'node.exe' : 'node'))
  .find(existsSync);

if (bundled && !existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  const target = relative(dirname(link), bundled);
  if (windows) writeFileSync(link, `@"%~dp0\\${target}" %*\r\n`);
  else symlinkSync(target, link);
}

const [major = 0] = process.versions.node.split('.').map(Number);
if (!bundled && major < 24) {
  console.error(
    `Node ${process.versions.node} is too old, and the project has none for ${process.platform} ${process.arch}. Install Node 24 or newer.`,
  );
  process.exit(1);
}
