import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The functions of HarfBuzz's subsetter that are used here; addresses are numbers. */
interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  free(address: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

// From hb.h and hb-subset.h.
const READ_ONLY = 1;
const FLAGS = { noHinting: 0x1, retainGlyphIds: 0x2, noLayoutClosure: 0x200 };
const DROPPED_TABLES = 3;

const tag = (name: string): number => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);

/** Tables for laying text out, which a document has done already. */
const LAYOUT = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'STAT', 'DSIG', 'name', 'post', 'OS/2', 'cmap'].map(tag);

let subsetter: Subsetter | undefined;

const open = (): Subsetter => {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
  const opened = exports as unknown as Subsetter;
  opened._initialize();
  return opened;
};

/**
 * Returns a TrueType font with these glyphs only, each with the number that it had, in one weight of its axis. Throws
 * when the font cannot be read.
 */
export const subset = (bytes: Uint8Array, glyphs: Iterable<number>, weight: number | undefined): Buffer => {
  subsetter ??= open();
  const hb = subsetter;
  const data = hb.malloc(bytes.byteLength);
  new Uint8Array(hb.memory.buffer).set(bytes, data);
  const blob = hb.hb_blob_create(data, bytes.byteLength, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  let result = 0;
  try {
    hb.hb_subset_input_set_flags(input, FLAGS.noHinting | FLAGS.retainGlyphIds | FLAGS.noLayoutClosure);
    const wanted = hb.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
    const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
    for (const table of LAYOUT) hb.hb_set_add(dropped, table);
    if (weight !== undefined) hb.hb_subset_input_pin_axis_location(input, face, tag('wght'), weight);
    result = hb.hb_subset_or_fail(face, input);
    if (result === 0) throw new Error('HarfBuzz could not make a subset of a font.');
    return copyOf(hb, result);
  } finally {
    if (result !== 0) hb.hb_face_destroy(result);
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(data);
  }
};

const copyOf = (hb: Subsetter, face: number): Buffer => {
  const blob = hb.hb_face_reference_blob(face);
  const start = hb.hb_blob_get_data(blob, 0);
  const copy = Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(blob)));
  hb.hb_blob_destroy(blob);
  return copy;
};
