import { AxeBuilder } from '@axe-core/playwright';
import { type Page, test } from '@playwright/test';

interface Scan {
  /** Default: light. */
  readonly colorScheme?: 'light' | 'dark';
  /** Whether the documents in frames are scanned too, which takes longer than the page itself. */
  readonly frames?: boolean;
}

/**
 * Returns the accessibility violations of a page. In the dark, the short run checks colors alone: nothing else differs.
 */
export const barriers = async (page: Page, { colorScheme = 'light', frames }: Scan = {}): Promise<string[]> => {
  const { long } = test.info().project.use as { long?: boolean };
  const axe = new AxeBuilder({ page });
  if (colorScheme === 'dark' && !long) axe.withRules(['color-contrast']);
  // The results of frames are merged in a second window, which a page alone does not need.
  if (!frames) axe.exclude('iframe').setLegacyMode();
  const { violations } = await axe.analyze();
  return (
    violations
      // A framed field is transparent, so the check takes white for its background; ordinary fields have the same
      // colors.
      .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => ({ id, html, inFrame: target.length > 1 })))
      .filter(({ id, inFrame }) => !(id === 'color-contrast' && inFrame))
      .map(({ id, html }) => `${id}: ${html}`)
  );
};
