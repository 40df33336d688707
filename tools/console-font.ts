/**
 * `node tools/console-font.ts`: makes the font file of the console anew, after an update of the package with Inter. The
 * console loads it before its first page, so it has less than the file of the package: weights from 400 to 700, and of
 * the layout features the usual ones and tabular figures.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compress, decompress } from 'woff2-encoder';

const FILE = new URL('../token-service/src/pages/console/assets/inter.woff2', import.meta.url);

/** The functions of HarfBuzz's subsetter that are used here; addresses are numbers. */
interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_invert(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_axis_range(
    input: number,
    face: number,
    axis: number,
    min: number,
    max: number,
    byDefault: number,
  ): number;
  hb_subset_or_fail(face: number, input: number): number;
}

// From hb.h and hb-subset.h.
const READ_ONLY = 1;
const NO_HINTING = 0x1;
const FEATURES = 6;

const tag = (name: string): number => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);

const fileOf = (name: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(name)));

/** Returns the font file of the console, in the format WOFF2. Throws when the font of the package cannot be read. */
export const makeConsoleFont = async (): Promise<Buffer> => {
  const whole = await decompress(fileOf('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
  const module = new WebAssembly.Module(fileOf('harfbuzzjs/dist/harfbuzz-subset.wasm') as Uint8Array<ArrayBuffer>);
  // The instance is used once, so nothing in it is freed.
  const hb = new WebAssembly.Instance(module).exports as unknown as Subsetter;
  hb._initialize();
  const data = hb.malloc(whole.byteLength);
  new Uint8Array(hb.memory.buffer).set(whole, data);
  const face = hb.hb_face_create(hb.hb_blob_create(data, whole.byteLength, READ_ONLY, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, NO_HINTING);
  // Every sign: the file of the package has those of western Europe alone.
  hb.hb_set_invert(hb.hb_subset_input_unicode_set(input));
  hb.hb_set_add(hb.hb_subset_input_set(input, FEATURES), tag('tnum'));
  hb.hb_subset_input_set_axis_range(input, face, tag('wght'), 400, 700, Number.NaN);
  const made = hb.hb_subset_or_fail(face, input);
  if (made === 0) throw new Error('HarfBuzz could not make a subset of Inter.');
  const blob = hb.hb_face_reference_blob(made);
  const font = new Uint8Array(hb.memory.buffer, hb.hb_blob_get_data(blob, 0), hb.hb_blob_get_length(blob)).slice();
  return Buffer.from(await compress(font));
};

if (import.meta.main) writeFileSync(FILE, await makeConsoleFont());
