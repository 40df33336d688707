/** Text of an attribute or an element, as a browser reads it. */
const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Returns what a browser would send of the form that leads to `action`, as the page fills it. */
export const formValues = (html: string, action: string): Record<string, string> => {
  const [, after = ''] = html.split(`<form method="post" action="${action}"`);
  const [inside = ''] = after.split('</form>');
  const values: Record<string, string> = {};
  for (const [, attributes = ''] of inside.matchAll(/<input ([^>]*)>/g)) {
    const [, name = ''] = /(?:^| )name="([^"]*)"/.exec(attributes) ?? [];
    const [, value = ''] = /(?:^| )value="([^"]*)"/.exec(attributes) ?? [];
    const isBox = /type="(?:checkbox|radio)"/.test(attributes);
    if (!isBox || / checked/.test(attributes)) values[plain(name)] = plain(value);
  }
  for (const [, name = '', text = ''] of inside.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)</g)) {
    values[plain(name)] = plain(text);
  }
  for (const [, name = '', options = ''] of inside.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    const [, value = ''] = /value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options) ?? [];
    values[plain(name)] = plain(value);
  }
  return values;
};
