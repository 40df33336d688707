/** The least contrast of text with its background that the accessibility guidelines allow (WCAG 2, level AA). */
const READABLE = 4.5;
/** The least contrast of a shape that must be seen. */
const VISIBLE = 3;

const BLACK = '#000000';
const WHITE = '#ffffff';

/** Returns the contrast of two colours, `#rrggbb`: from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
};

/** Returns black or white: whichever is easier to read on a colour, `#rrggbb`. */
export const onColor = (color: string): string => (contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK);

/**
 * Returns a colour that can be read on all of these backgrounds: the given one, or else a darker or a lighter one of
 * its hue, no further from it than needed.
 */
export const readableOn = (color: string, grounds: readonly string[], least = READABLE): string => {
  const isReadable = (tried: string): boolean => grounds.every((ground) => contrast(tried, ground) >= least);
  const step = onColor(grounds[0] ?? WHITE) === WHITE ? 0.01 : -0.01;
  const { lightness, ...shade } = shadeOf(color);
  let found = color;
  for (let changed = 1; !isReadable(found) && changed <= 100; changed += 1) {
    found = colorOf({ ...shade, lightness: Math.min(1, Math.max(0, lightness + step * changed)) });
  }
  return found;
};

/** The colours of a button. `strong`: its ground while it is pointed at. */
export interface ButtonColors {
  readonly ground: string;
  readonly strong: string;
  readonly text: string;
  /** Undefined where the ground itself can be seen. */
  readonly edge: string | undefined;
}

/** Returns the colours of a button that is filled with a colour, on a page of the given backgrounds. */
export const buttonOf = (color: string, grounds: readonly string[]): ButtonColors => {
  const text = onColor(color);
  const isSeen = grounds.every((ground) => contrast(color, ground) >= VISIBLE);
  return {
    ground: color,
    // Away from the text, so that it stays readable.
    strong: mixed(color, text === WHITE ? BLACK : WHITE, 0.2),
    text,
    edge: isSeen ? undefined : readableOn(color, grounds, VISIBLE),
  };
};

/** Returns the mixture of two colours; `share` of the second, from 0 to 1. */
export const mixed = (one: string, other: string, share: number): string => {
  const [a, b] = [channelsOf(one), channelsOf(other)];
  const channels = a.map((channel, at) => Math.round(channel + ((b[at] ?? 0) - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};

/** Hue in sixths of the circle; saturation and lightness from 0 to 1 (HSL). */
interface Shade {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

const shadeOf = (color: string): Shade => {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => channel / 255);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [range, lightness] = [most - least, (most + least) / 2];
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  if (most === red) return { hue: ((green - blue) / range + 6) % 6, saturation, lightness };
  return { hue: most === green ? (blue - red) / range + 2 : (red - green) / range + 4, saturation, lightness };
};

const colorOf = ({ hue, saturation, lightness }: Shade): string => {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channels = [0, 8, 4].map((offset) => {
    const at = (offset + hue * 2) % 12;
    return Math.round((lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};

const channelsOf = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
