/** Counts the payments of a site by the XML API. Undefined without a private key. */
export type CountPayments = (() => Promise<number>) | undefined;

/** Returns a function that counts successful payments. */
export const paymentCounter = (api: string, privateKey: string | undefined): CountPayments => {
  if (privateKey === undefined) return undefined;
  const address = `${api}/v2/transactions?type=purchase&state=successful`;
  const headers = {
    authorization: `Basic ${btoa(`${privateKey}:`)}`,
    accept: 'application/xml',
    'x-api-version': '2.29',
  };
  return async () => {
    const response = await fetch(address, { method: 'HEAD', headers });
    const records = response.headers.get('x-records');
    if (!response.ok || records === null) throw new Error(`${address} answered ${response.status}.`);
    return Number(records);
  };
};
