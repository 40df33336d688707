import type { Site } from '../../resources/site.ts';

/** The longest descriptor that card networks accept. */
const LONGEST = 22;

/**
 * Returns the descriptor of a site's payments on a customer's statement: its company or its name, in the characters
 * that card networks accept.
 */
export const statementDescriptor = ({ company, subdomain }: Pick<Site, 'company' | 'subdomain'>): string => {
  const plain = (name: string): string =>
    name
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .replace(/[^A-Za-z0-9 .&-]/g, ' ')
      .replace(/ +/g, ' ')
      .trim()
      .slice(0, LONGEST)
      .trim();
  return plain(company ?? '') || plain(subdomain);
};
