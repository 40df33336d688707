/**
 * The customers of another site, in a separate process, so that the attacker’s CPU use does not distort the
 * measurement. `{ measure: seconds }` is answered with the durations of their purchases in milliseconds.
 */
import { crowd } from './crowd.ts';
import { apiHeaders, ask, cardXml, cents, purchaseXml } from './requests.ts';

const [apiUrl = '', privateKey = ''] = process.argv.slice(2);
const BUYERS = 4;
/** Milliseconds between the purchases of one buyer. */
const EVERY = 50;

const headers = { ...apiHeaders(privateKey), 'X-Forwarded-For': '192.0.2.1' };
const buy = (account: number, inAccount = '') => {
  const body = purchaseXml(`buyer-${account}`, [cents(1250)], inAccount);
  return ask(`${apiUrl}/v2/purchases`, { method: 'POST', headers, body });
};

const measure = async (seconds: number): Promise<{ times: number[]; refused: number[] }> => {
  const times: number[] = [];
  const refused: number[] = [];
  const until = performance.now() + seconds * 1000;
  const over = () => performance.now() > until;
  await crowd({ size: BUYERS, every: EVERY, over }, async (_, buyer) => {
    const { status, milliseconds } = await buy(buyer);
    if (status < 300) times.push(milliseconds);
    else refused.push(status);
    return status;
  });
  return { times, refused };
};

for (let account = 0; account < BUYERS; account += 1) {
  const { status, text } = await buy(account, cardXml('4111111111111111'));
  if (status >= 300) throw new Error(`${status} ${text}`);
}
process.on('message', async (message: { measure: number }) => process.send?.(await measure(message.measure)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
