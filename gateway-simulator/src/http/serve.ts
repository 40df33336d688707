import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type InjectedFault, readFault } from '../faults/fault.ts';
import { random } from '../world/ids.ts';
import type { PreparedAnswer, SimulatorRequest } from './answer-request.ts';
import { ApiError, invalidRequest } from './api-error.ts';
import type { FinishedAnswer } from './idempotency.ts';
import { readRequestBody } from './read-body.ts';
import type { RequestLog } from './traffic.ts';
import { asPlainForm, isUploadType, LARGEST_UPLOAD } from './upload.ts';

export interface ServeDeps {
  readonly traffic: RequestLog;
  now(): number;
  /** Serves the control interface and the simulator's pages; undefined for requests to the API. */
  own(request: SimulatorRequest): Promise<FinishedAnswer | undefined>;
  answer(request: SimulatorRequest, fault: InjectedFault | undefined): PreparedAnswer;
  drawFault(): InjectedFault | undefined;
}

/** Serves HTTP: reads requests, lets faults happen to them, and answers. */
export const serve =
  (deps: ServeDeps): RequestListener =>
  (incoming, response) =>
    void handle(deps, incoming, response).catch((error: unknown) => fail(response, error));

const handle = async (deps: ServeDeps, incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
  const request = await readRequest(incoming);
  const own = await deps.own(request);
  if (own) {
    send(response, own);
    return;
  }
  const requested = faultOf(request);
  const fault = requested?.fault ?? deps.drawFault();
  const record = (status: number | null, replayed: boolean, kind: string | null) =>
    deps.traffic.add({
      id: request.id,
      at: deps.now(),
      method: request.method,
      path: request.path,
      idempotency_key: request.headers['idempotency-key'] ?? null,
      status,
      replayed,
      fault: kind,
    });
  if (fault?.kind === 'connection_lost') {
    record(null, false, fault.kind);
    incoming.socket.destroy();
    return;
  }
  const prepared = deps.answer(request, fault);
  const { answer, finish } = prepared;
  const repeated = answer.headers['idempotent-replayed'] === 'true';
  // Metadata are the same in each attempt, but their fault is meant for the first.
  const happens = repeated && requested?.once ? undefined : (fault ?? prepared.fault);
  record(answer.status, repeated, happens?.kind ?? null);
  try {
    if (happens?.kind === 'answer_lost') incoming.socket.destroy();
    else if (happens?.kind === 'timeout') await silence(incoming, happens.milliseconds);
    else {
      if (happens?.kind === 'slow') await wait(happens.milliseconds, incoming);
      send(response, answer);
    }
  } finally {
    finish();
  }
};

const send = (response: ServerResponse, answer: FinishedAnswer): void => {
  response.writeHead(answer.status, answer.headers).end(answer.body);
};

/** Says nothing until the client ends the connection, or the time is over. */
const silence = async (incoming: IncomingMessage, milliseconds: number): Promise<void> => {
  await wait(milliseconds, incoming);
  incoming.socket.destroy();
};

/** Resolves after some milliseconds, or when the client ends the connection. */
const wait = (milliseconds: number, incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (incoming.socket.destroyed) resolve();
    const timer = setTimeout(resolve, milliseconds);
    incoming.socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Returns the fault that the header or the metadata of the request names; the latter happens `once`. */
const faultOf = (request: SimulatorRequest): { fault: InjectedFault; once: boolean } | undefined => {
  const [, encoded] = /(?:^|&)metadata(?:\[|%5B)simulator_fault(?:\]|%5D)=([^&]*)/i.exec(request.body) ?? [];
  const header = request.headers['simulator-fault'];
  try {
    const fault = readFault(header ?? (encoded && decodeURIComponent(encoded)));
    return fault && { fault, once: header === undefined };
  } catch (error) {
    throw invalidRequest(error instanceof Error ? error.message : 'No such fault.', { param: 'simulator_fault' });
  }
};

const readRequest = async (incoming: IncomingMessage): Promise<SimulatorRequest> => {
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?');
  const headers = incoming.headers as Record<string, string | undefined>;
  const request = { id: `req_${random(14)}`, method: incoming.method ?? 'GET', path, query };
  const type = headers['content-type'];
  if (type === undefined || !isUploadType(type)) {
    return { ...request, headers, body: (await readRequestBody(incoming)).toString('utf8') };
  }
  const body = await asPlainForm(await readRequestBody(incoming, LARGEST_UPLOAD), type);
  return { ...request, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body };
};

/** Ends a request that met an error outside an operation. */
const fail = (response: ServerResponse, error: unknown): void => {
  if (response.destroyed) return;
  const { status, body } = error instanceof ApiError ? error : unexpected(error);
  if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(`${JSON.stringify({ error: body })}\n`);
};

const unexpected = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return { status: 500, body: { type: 'api_error', message: 'The simulator has a bug: its output shows the error.' } };
};
