/** What the page asks of its own shop. */

/** What went wrong, for the shopper: a message for the whole form and words for single fields. */
export class Refused extends Error {
  constructor(message, faults = {}) {
    super(message);
    this.faults = faults;
  }
}

/** Asks this page's own shop how its visitor pays: `{account, billing_info}`, null where there is none. Throws Refused. */
export const askShop = async (method, body) => {
  const request = { method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) };
  const response = await fetch('/api/billing-info', request).catch(() => {
    throw new Refused('The shop did not answer. Check your connection, then try again.');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { message = 'Something went wrong in the shop. Try again in a minute.', fields } = answer.error ?? {};
  throw new Refused(message, fields);
};
