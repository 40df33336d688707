/** What the page asks of its own shop. */

/** What went wrong, for the shopper: a message for the whole form and words for single fields. */
export class Refused extends Error {
  /** `status` is 0 without an answer; `declined` when a bank said no. */
  constructor(message, faults = {}, { status = 422, declined = false } = {}) {
    super(message);
    this.faults = faults;
    this.status = status;
    this.declined = declined;
  }
}

/** Asks this page's own shop, and answers what it says. Throws Refused. */
export const ask = async (method, path, body, headers = {}) => {
  const request = {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  };
  const response = await fetch(path, request).catch(() => {
    throw new Refused('The shop did not answer. Check your connection, then try again.', {}, { status: 0 });
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { message = 'Something went wrong in the shop. Try again in a minute.', fields, declined } = answer.error ?? {};
  throw new Refused(message, fields, { status: response.status, declined });
};

/** How its visitor pays: `{account, billing_info}`, null where there is none. Throws Refused. */
export const askShop = (method, body) => ask(method, '/api/billing-info', body);
