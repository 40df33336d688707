/** True for XML in UTF-8, with or without a charset parameter; false for another type or charset. */
export const isXml = (contentType: string): boolean => {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return type === 'application/xml' && (charset === undefined || /^"?utf-?8"?$/.test(charset));
};
