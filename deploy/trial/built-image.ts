/** Builds the image from its Dockerfile where no registry of images is reached: on a base that `debootstrap` makes. */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../tools/repository.ts';
import { hasProgram } from '../../tools/test/install.ts';

/** Each layer is a copy of those below, which is too much for a folder in memory. */
const SPACE = '/var/tmp';
const DEBIAN = 'bookworm';
/** The version of PostgreSQL's client in that release, whose own packages are elsewhere. */
const POSTGRES_MAJOR = '15';
/** Authorities that this machine trusts, also those of a proxy that it reaches registries of packages by. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** Returns what this machine lacks to build the image, for the name of a test that is skipped; empty if nothing. */
export const missingForImage = (): string =>
  [
    ...['buildah', 'debootstrap', 'npm'].filter((program) => !hasProgram(program)).map((name) => `no ${name}`),
    ...(process.getuid?.() === 0 ? [] : ['not root']),
    ...(existsSync(AUTHORITIES) ? [] : [`no ${AUTHORITIES}`]),
  ].join(', ');

export interface BuiltImage {
  /** Returns the configuration of the image. */
  inspect(): Readonly<Record<string, unknown>>;
  /** Returns the arguments of `buildah` that run a program in a container of the image. */
  running(env: Readonly<Record<string, string>>, ...command: readonly string[]): readonly string[];
  /** Runs a program in the container until it ends. */
  run(env: Readonly<Record<string, string>>, ...command: readonly string[]): SpawnSyncReturns<string>;
  remove(): void;
}

/** Builds the image with these build arguments. Takes minutes. */
export const buildImage = (given: Readonly<Record<string, string>>): BuiltImage => {
  const folder = mkdtempSync(join(SPACE, 'image-'));
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: string[]): string =>
    execFileSync('buildah', [...store, ...args], {
      cwd: ROOT,
      stdio: 'pipe',
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }).trim();
  const build = (context: string, tag: string, ...args: string[]): string =>
    buildah('bud', '--isolation', 'chroot', '--format', 'docker', '--tag', tag, ...args, context);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const base = join(folder, 'base');
    const include = '--include=ca-certificates,libatomic1';
    execFileSync('debootstrap', ['--variant=minbase', include, DEBIAN, base], { stdio: 'ignore' });
    const scratch = buildah('from', 'scratch');
    buildah('add', '--quiet', scratch, base, '/');
    buildah('commit', '--quiet', '--rm', scratch, 'localhost/base');

    // The image of Node: that of the project, with the npm of this machine.
    const node = join(folder, 'node');
    const [bin, modules] = [join(node, 'usr/local/bin'), join(node, 'usr/local/lib/node_modules')];
    mkdirSync(bin, { recursive: true });
    cpSync(process.execPath, join(bin, 'node'));
    const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
    cpSync(dirname(dirname(npm)), join(modules, 'npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'));
    cpSync(realpathSync(AUTHORITIES), join(node, 'authorities.crt'));
    const trusted = '/etc/ssl/certs/machine.crt';
    writeFileSync(
      join(node, 'Dockerfile'),
      `FROM localhost/base\nCOPY usr /usr\nCOPY authorities.crt ${trusted}\n` +
        `ENV NPM_CONFIG_CAFILE=${trusted} NODE_EXTRA_CA_CERTS=${trusted}\n`,
    );
    build(node, 'localhost/node');

    const args = {
      NODE_IMAGE: 'localhost/node',
      BASE_IMAGE: 'localhost/base',
      POSTGRES_REPOSITORY: '',
      POSTGRES_MAJOR,
      ...given,
    };
    const files = ['--file', 'deploy/Dockerfile', '--ignorefile', 'deploy/Dockerfile.dockerignore'];
    const values = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
    build('.', 'localhost/billing', ...files, ...values);
    const container = buildah('from', 'localhost/billing');

    const running: BuiltImage['running'] = (env, ...command) => [
      ...[...store, 'run', '--isolation', 'chroot'],
      ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...[container, '--', ...command],
    ];
    return {
      inspect: () => JSON.parse(buildah('inspect', '--type', 'image', 'localhost/billing')).Docker.config,
      running,
      run: (env, ...command) => spawnSync('buildah', running(env, ...command), { encoding: 'utf8' }),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
};
