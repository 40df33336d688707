/** Links to the merchant's own pages, in the same words on account pages and in mail. */
export const brandWords = {
  backTo: (shop: string) => `Back to ${shop}`,
  privacy: 'Privacy',
  terms: 'Terms',
};

export type BrandWords = typeof brandWords;
