import { AxeBuilder } from '@axe-core/playwright';
import { type Page, test } from '@playwright/test';
import axe from 'axe-core';

interface Scan {
  /** Default: light. */
  readonly colorScheme?: 'light' | 'dark';
  /** Whether the documents in frames are scanned too, which takes longer than the page itself. */
  readonly frames?: boolean;
  /** Selectors of what many pages share, and one of them was scanned with. */
  readonly except?: readonly string[];
}

/**
 * Returns the accessibility violations of a page. In the dark, the short run checks colors alone: nothing else differs.
 */
export const barriers = async (
  page: Page,
  { colorScheme = 'light', frames, except = [] }: Scan = {},
): Promise<string[]> => {
  const { long } = test.info().project.use as { long?: boolean };
  const options: axe.RunOptions = {
    // Details of the rules that passed take as long as the rules.
    resultTypes: ['violations'],
    ...(colorScheme === 'dark' && !long && { runOnly: ['color-contrast'] }),
  };
  const violations = await (frames ? scanWithFrames(page, options) : scanAlone(page, options, ['iframe', ...except]));
  return (
    violations
      // A framed field is transparent, so the check takes white for its background; ordinary fields have the same
      // colors.
      .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => ({ id, html, inFrame: target.length > 1 })))
      .filter(({ id, inFrame }) => !(id === 'color-contrast' && inFrame))
      .map(({ id, html }) => `${id}: ${html}`)
  );
};

const scanWithFrames = async (page: Page, options: axe.RunOptions): Promise<axe.Result[]> =>
  (await new AxeBuilder({ page }).options(options).analyze()).violations;

/** Loads axe once, and into the page alone: `AxeBuilder` loads it into every frame, even one that it excludes. */
const scanAlone = async (page: Page, options: axe.RunOptions, exclude: readonly string[]): Promise<axe.Result[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ options, exclude }) => {
      const { axe } = window as never as { axe: typeof import('axe-core') };
      return (await axe.run({ exclude }, options)).violations;
    },
    { options, exclude: [...exclude] },
  );
};
