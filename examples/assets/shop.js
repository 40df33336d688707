/** Requests of the page to its own shop. */

/** An error for the customer: a message for the whole form, and texts for single fields. */
export class Refused extends Error {
  /**
   * `status` is 0 without an answer; `declined` if a bank declined; `confirm` is the action token of a payment that the
   * customer has to confirm to the bank.
   */
  constructor(message, faults = {}, { status = 422, declined = false, confirm } = {}) {
    super(message);
    this.faults = faults;
    this.status = status;
    this.declined = declined;
    this.confirm = confirm;
  }
}

/** Sends a request to the page's own shop, and returns the answer. Throws Refused. */
export const ask = async (method, path, body, headers = {}) => {
  const request = {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
    // A purchase reaches the shop although the customer reloads or leaves the page.
    keepalive: method === 'POST',
  };
  const response = await fetch(path, request).catch(() => {
    throw new Refused('The shop did not answer. Check your connection, then try again.', {}, { status: 0 });
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { error = {} } = answer;
  const { message = 'Something went wrong in the shop. Try again in a minute.', fields, declined, confirm } = error;
  throw new Refused(message, fields, { status: response.status, declined, confirm });
};

/** Returns the customer's `{account, billing_info}`, null for what does not exist. Throws Refused. */
export const askShop = (method, body) => ask(method, '/api/billing-info', body);
