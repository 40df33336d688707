import { acceptWelcome } from './accept.ts';
import { type FrameAddress, type FrameOptions, type Hello, PROTOCOL } from './protocol.ts';

export interface Connection {
  readonly port: MessagePort;
  readonly options: FrameOptions;
}

/** The parts of a frame's window that the handshake needs. */
export interface Greeter {
  readonly parent: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/**
 * Says hello to the page and passes on the private port of its answer. Accepts one answer, from the parent only, at the
 * origin that the address declares, with the right group; later messages on the window are ignored.
 */
export const connect = (frame: Greeter, { type, group, origin }: FrameAddress): Promise<Connection> =>
  new Promise((resolve) => {
    const hear = (event: MessageEvent) => {
      const [port] = event.ports;
      if (event.source !== frame.parent || event.origin !== origin || !port) return;
      const options = acceptWelcome(event.data, group);
      if (!options) return;
      frame.removeEventListener('message', hear);
      resolve({ port, options });
    };
    frame.addEventListener('message', hear);
    const hello: Hello = { kind: 'hello', protocol: PROTOCOL, type, group };
    frame.parent.postMessage(hello, origin);
  });
