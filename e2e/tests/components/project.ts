/** A merchant's project with the packed components and the code of their READMEs, built by Vite. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');

export type Framework = 'react' | 'vue';

/** The names of the code blocks of each README, in their order. */
const EXAMPLES = {
  react: ['Checkout.tsx', 'CardFields.tsx', 'Order.tsx', 'Challenge.tsx'],
  vue: ['PayForm.vue', 'Checkout.vue', 'CardFields.vue', 'Order.vue', 'Challenge.vue'],
} as const;

const LINKED = {
  react: ['react', 'react-dom', 'scheduler', '@types/react', '@types/react-dom', 'csstype'],
  vue: ['vue', '@vue'],
} as const;

const LANGUAGE = { react: 'tsx', vue: 'vue' } as const;

export interface Project {
  readonly folder: string;
  /** Returns what the compiler says about the examples and the merchant's file; nothing if the types are right. */
  typeErrors(): Promise<string>;
  /** Returns the page that the framework renders on a server. */
  serverHtml(): Promise<string>;
  /** Returns the page with the script for browsers. `rendered`: what a server rendered. */
  page(rendered: string): Promise<string>;
  remove(): Promise<void>;
}

const unpack = async (workspace: string, folder: string) => {
  const { stdout } = await run('npm', ['pack', join(ROOT, workspace), '--json', '--pack-destination', folder]);
  // The build that `npm pack` runs first may print too.
  const [{ name, filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  const installed = join(folder, 'node_modules', name);
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
};

const writeExamples = async (framework: Framework, folder: string) => {
  const readme = await readFile(join(ROOT, 'sdk', framework, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(new RegExp(`^\`\`\`${LANGUAGE[framework]}\\n([\\s\\S]*?)^\`\`\``, 'gm'))];
  if (blocks.length !== EXAMPLES[framework].length) throw new Error(`The README has ${blocks.length} examples.`);
  for (const [at, name] of EXAMPLES[framework].entries()) await writeFile(join(folder, name), blocks[at]?.[1] ?? '');
};

/** Opens a project in a folder of its own. Its files are those of `files/<framework>`. */
export const openProject = async (framework: Framework): Promise<Project> => {
  const folder = await mkdtemp(join(tmpdir(), `${framework}-`));
  const files = join(import.meta.dirname, 'files', framework);
  // Kept as text, because the packages are not installed in that folder.
  for (const name of await readdir(files)) await copyFile(join(files, name), join(folder, name.replace(/\.txt$/, '')));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await Promise.all(['sdk', `sdk/${framework}`].map((workspace) => unpack(workspace, folder)));
  for (const name of LINKED[framework]) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(join(MODULES, name), join(folder, 'node_modules', name));
  }
  await writeExamples(framework, folder);

  const vite = async (...args: string[]) => {
    const program = [join(MODULES, 'vite/bin/vite.js'), 'build', '--logLevel', 'error', '--config', 'vite.config.mjs'];
    await run(process.execPath, [...program, ...args], { cwd: folder });
  };
  return {
    folder,
    async typeErrors() {
      const tsc = join(MODULES, 'typescript/lib/tsc.js');
      return run(process.execPath, [tsc, '--project', 'tsconfig.json'], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout }) => stdout,
      );
    },
    async serverHtml() {
      await vite('--ssr', 'server.js', '--outDir', 'on-server');
      return (await run(process.execPath, ['on-server/server.js'], { cwd: folder })).stdout.trim();
    },
    async page(rendered) {
      await vite('--outDir', 'in-browser');
      const script = (await readFile(join(folder, 'in-browser/main.js'), 'utf8')).replaceAll('</script', '<\\/script');
      return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title>
        <meta name="viewport" content="width=device-width">
        <link rel="stylesheet" href="http://localhost:3001/v1/service.css">
        <div id="root">${rendered}</div><script type="module">${script}</script>`;
    },
    remove: () => rm(folder, { recursive: true }),
  };
};
