/** See `next-tier.js`. */
export const nextTierOf: (addon: object | undefined, currency: string) => string;
