const ASSUMED = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };

/** Pages that operators open, the first of the day most often. */
const PAGES = ['/', '/customers', '/subscriptions', '/', '/invoices', '/payments', '/past-due'];

export interface ConsoleUsers {
  /** Opens the next page. Throws if it is not shown. */
  open(index: number): Promise<void>;
  /** Saves all customers as a file, and returns its size in bytes. */
  save(): Promise<number>;
}

/** Signs in at the console as the owner of the demo site. */
export const openConsoleUsers = (consoleUrl: string): ConsoleUsers => {
  let cookie = '';
  const signIn = async (): Promise<void> => {
    const response = await fetch(`${consoleUrl}/sign-in/demo`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(),
      headers: { Cookie: cookie, ...ASSUMED },
    });
    if (response.status !== 303) throw new Error(`Signing in answered ${response.status}.`);
    cookie = response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  };
  const get = async (path: string): Promise<Response> => {
    if (cookie === '') await signIn();
    const response = await fetch(consoleUrl + path, { redirect: 'manual', headers: { Cookie: cookie } });
    if (response.status !== 200) throw new Error(`${response.status}`);
    return response;
  };
  return {
    async open(index) {
      await (await get(PAGES[index % PAGES.length] ?? '/')).arrayBuffer();
    },
    async save() {
      // Files need a proof of identity that is at most five minutes old.
      await signIn();
      let bytes = 0;
      for await (const part of (await get('/customers?format=csv')).body ?? []) bytes += part.length;
      return bytes;
    },
  };
};
