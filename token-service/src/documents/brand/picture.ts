/** A file that is no picture of the kind that is asked for. The message says what to do. */
export class UnfitPicture extends Error {}

/** The rules for a kind of picture, and its name in messages. */
export interface PictureRules {
  /** A noun without an article: `logo`. */
  readonly name: string;
  readonly most: { readonly bytes: number; readonly width: number; readonly height: number };
}

/** A picture without its metadata. */
export interface ReadPicture {
  readonly type: 'png' | 'jpeg';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Throws `UnfitPicture` for a file that is too large. */
export const refuseBytes = ({ name, most }: PictureRules, bytes: number): void => {
  if (bytes <= most.bytes) return;
  const size = Math.ceil(bytes / 1000);
  throw new UnfitPicture(`The ${name} has ${size} kB; at most ${most.bytes / 1000} kB are allowed. Export it smaller.`);
};

/** Throws `UnfitPicture` for a picture of too many pixels. */
export const refuseSize = ({ name, most }: PictureRules, width: number, height: number): void => {
  if (width <= most.width && height <= most.height) return;
  throw new UnfitPicture(
    `The ${name} has ${width} × ${height} pixels; at most ${most.width} × ${most.height} are allowed. Export it smaller.`,
  );
};

/** Whether a file looks like SVG, which mail programs do not show and which may contain scripts. */
export const looksLikeSvg = (bytes: Buffer): boolean => /^\s*<(\?xml|svg|!)/.test(bytes.toString('latin1', 0, 200));
