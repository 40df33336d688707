import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { printInvoice } from './invoice-pdf.ts';
import { openTypefaces } from './type/typefaces.ts';
import type { Reply } from './worker-pool.ts';

// On Linux this is the priority of the calling thread: when processors are scarce, requests come first. Elsewhere it
// would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Renders each invoice that the service posts as JSON. Fonts are read once: that takes longer than most invoices. */
const typefaces = openTypefaces();

parentPort?.on('message', async (request: string) => {
  parentPort?.postMessage(await reply(request));
});

const reply = async (request: string): Promise<Reply> => {
  try {
    return { bytes: await printInvoice(JSON.parse(request), typefaces) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};
