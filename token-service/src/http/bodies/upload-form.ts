import type { IncomingMessage } from 'node:http';
import { Failure } from '@service/billing/values/failure.ts';
import type { Form, FormLimits } from './form.ts';
import { readBody } from './read-body.ts';

/** A file that came with a form. */
export interface UploadedFile {
  /** Its name on the sender's machine, without a path. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A form with files, which it has by the names of their fields. A field without a chosen file has none. */
export interface UploadForm {
  readonly form: Form;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

const TYPE = 'multipart/form-data';

export const isUpload = ({ headers }: IncomingMessage): boolean =>
  (headers['content-type'] ?? '').toLowerCase().startsWith(TYPE);

const baseName = (name: string): string => name.split(/[/\\]/).at(-1)?.slice(-200) ?? '';

/**
 * Reads a form with files. Buffers no more than the limit. Throws `payload_too_large`, `request_timeout`, and
 * `bad_request` for a body that is no such form.
 */
export const readUploadForm = async (
  request: IncomingMessage,
  { bytes, milliseconds }: FormLimits,
): Promise<UploadForm> => {
  const late = AbortSignal.timeout(milliseconds);
  const body = await readBody(request, { bytes, seconds: milliseconds / 1000 }, late);
  const parsed = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': request.headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => {
      throw new Failure('bad_request');
    });
  const form: Record<string, string | undefined> = Object.create(null);
  const files = new Map<string, UploadedFile>();
  for (const [name, value] of parsed) {
    if (typeof value === 'string') form[name] = value.trim() || undefined;
    else if (value.size > 0) {
      files.set(name, { name: baseName(value.name), bytes: Buffer.from(await value.arrayBuffer()) });
    }
  }
  return { form, files };
};
