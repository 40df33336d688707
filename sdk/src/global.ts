import { type Service, service } from './index.ts';

const loaded = (globalThis as { service?: unknown }).service as Service | undefined;

/** The global `service`. Loading the script twice does not replace an instance in use. */
export default loaded?.configured === true ? loaded : service;
