import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { printInvoice } from './invoice-pdf.ts';
import { openTypefaces } from './type/typefaces.ts';
import type { Reply } from './worker-pool.ts';

/** Renders each invoice that the service posts as JSON. Fonts are read once: that takes longer than most invoices. */
const typefaces = openTypefaces();

// On Linux this is the priority of the calling thread: when processors are scarce, requests come first. Elsewhere it
// would be that of the whole process. Modules and fonts are loaded before, at the usual priority: on a machine that
// other processes keep busy, a start at a lower one takes longer than the time limit of an invoice.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

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
