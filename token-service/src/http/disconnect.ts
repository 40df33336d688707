/** Codes of a connection that the client closed or broke off. */
const DISCONNECTED = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_.*)$/;

/** Whether an error says only that the client has disconnected, which is no error of the service. */
export const isDisconnect = ({ code = '' }: NodeJS.ErrnoException): boolean => DISCONNECTED.test(code);
