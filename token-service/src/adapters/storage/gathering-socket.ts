import { Socket } from 'node:net';

/**
 * A connection that sends what is written in one turn of the event loop in one packet. The PostgreSQL client would send
 * each of many pipelined statements by itself, and wake the server for it.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
