const BASELINE = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j',
    'q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk',
    'pKSkpKSkpKT/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA',
    'FQEBAQAAAAAAAAAAAAAAAAAAAQT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAUT/2Q==',
  ].join(''),
  'base64',
);

/** Returns a segment of a JPEG file. */
export const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/** Returns a green JPEG file, with these segments after its signature. Only one of 16 × 8 pixels can be decoded. */
export const jpegOf = (
  width = 16,
  height = 8,
  { bits = 8, frame = 0xc0, components = 3, more = [] as readonly Buffer[] } = {},
): Buffer => {
  const file = Buffer.from(BASELINE);
  const at = file.indexOf(Buffer.of(0xff, 0xc0));
  file[at + 1] = frame;
  file[at + 4] = bits;
  file.writeUInt16BE(height, at + 5);
  file.writeUInt16BE(width, at + 7);
  file[at + 9] = components;
  return Buffer.concat([file.subarray(0, 2), ...more, file.subarray(2)]);
};
