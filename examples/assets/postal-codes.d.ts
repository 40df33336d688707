/** For the shop, which checks what the page checks. */
export const postalFault: (country: string, postalCode: string) => string;
