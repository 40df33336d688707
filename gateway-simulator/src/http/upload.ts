import { hash } from 'node:crypto';
import { invalidRequest } from './api-error.ts';

const TYPE = 'multipart/form-data';

/** Bytes of the largest body with a file. */
export const LARGEST_UPLOAD = 8 * 1024 * 1024;

export const isUploadType = (type: string | undefined): boolean => (type ?? '').toLowerCase().startsWith(TYPE);

/** The types of files by their first bytes. */
const SIGNATURES = [
  ['pdf', Buffer.from('%PDF-')],
  ['png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['jpg', Buffer.from('ffd8ff', 'hex')],
] as const;

const kindOf = (bytes: Buffer): string =>
  SIGNATURES.find(([, begins]) => bytes.subarray(0, begins.length).equals(begins))?.[0] ?? 'unknown';

/**
 * Returns a form with files as an ordinary one: each file as its name, kind, size and digest, because the simulator
 * keeps no content.
 *
 * @throws {ApiError} 400 when it is no such form
 */
export const asPlainForm = async (body: Buffer, type: string): Promise<string> => {
  const parsed = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw invalidRequest('Invalid multipart body.');
    });
  const form = new URLSearchParams();
  for (const [name, value] of parsed) {
    if (typeof value === 'string') form.append(name, value);
    else {
      const bytes = Buffer.from(await value.arrayBuffer());
      form.append(`${name}[name]`, value.name);
      form.append(`${name}[kind]`, kindOf(bytes));
      form.append(`${name}[size]`, String(bytes.length));
      form.append(`${name}[digest]`, hash('sha256', bytes));
    }
  }
  return form.toString();
};
