import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

interface Built {
  /** For the `integrity` attribute of a tag that loads the file (Subresource Integrity). */
  readonly integrity: string;
  /** Bytes as browsers receive them. */
  readonly brotli: number;
  /** The name under which the content never changes. */
  readonly versioned: string;
}

/** Identifies the build. */
interface Build {
  /** The version of the library. */
  readonly version: string;
  /** Digest of the frame document, by which the library requests it. */
  readonly frame: string;
}

/** The content of dist/manifest.json: the build, and each file that browsers load, by name. */
export interface BuildManifest extends Build {
  readonly files: Readonly<Record<string, Built>>;
}

const describe = (name: string, version: string, bytes: Buffer): Built => ({
  integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
  brotli: brotliCompressSync(bytes).length,
  versioned: name.replace('.', `-${version}.`),
});

/** Writes manifest.json beside the built files. */
export const writeManifest = async (dist: string, build: Build, names: readonly string[]): Promise<void> => {
  const files: Record<string, Built> = {};
  for (const name of names) files[name] = describe(name, build.version, await readFile(join(dist, name)));
  const manifest: BuildManifest = { ...build, files };
  await writeFile(join(dist, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};
