/**
 * The forms in which the log names clients: by the network of 256 IPv4 addresses (/24) or the IPv6 site (/48), by a
 * keyed hash of the address, or not at all.
 */
export const ADDRESS_FORMS = ['truncated', 'hashed', 'off'] as const;

export type AddressForm = (typeof ADDRESS_FORMS)[number];
