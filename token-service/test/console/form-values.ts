/** Text of an attribute or an element, as a browser reads it. */
const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Returns what a browser would send of the form that leads to `action`, as the page fills it. */
export const formValues = (html: string, action: string): Record<string, string> => {
  const [, after = ''] = html.split(`<form method="post" action="${action}"`);
  return valuesIn(after.split('</form>')[0] ?? '');
};

/** Returns the address that the button “Download CSV” of the filters of a page leads to, after something was typed. */
export const downloadOf = (html: string, path: string, typed: Readonly<Record<string, string>> = {}): string => {
  const [form = '', attributes = '', inside = ''] = /<form ([^>]*class="filters"[^>]*)>(.*?)<\/form>/s.exec(html) ?? [];
  const [, id] = / id="([^"]*)"/.exec(attributes) ?? [];
  const [button = ''] = /<button [^>]*name="format" value="csv">Download CSV/.exec(html) ?? [];
  const isOfForm = form.includes(button) || (id !== undefined && button.includes(`form="${id}"`));
  if (button === '' || !isOfForm || !attributes.includes(`action="${path}"`)) throw new Error(`no download in ${html}`);
  const values = Object.entries({ ...valuesIn(inside), ...typed });
  return `${path}?${new URLSearchParams([...values.filter(([, value]) => value !== ''), ['format', 'csv']])}`;
};

const valuesIn = (inside: string): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const [, attributes = ''] of inside.matchAll(/<input ([^>]*)>/g)) {
    const [, name = ''] = /(?:^| )name="([^"]*)"/.exec(attributes) ?? [];
    const [, value = ''] = /(?:^| )value="([^"]*)"/.exec(attributes) ?? [];
    const isBox = /type="(?:checkbox|radio)"/.test(attributes);
    if (/ disabled/.test(attributes) || name === '') continue;
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
