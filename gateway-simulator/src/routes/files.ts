import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { newId } from '../world/ids.ts';

/** Bytes of the largest file that the bank takes as evidence. */
const LARGEST_EVIDENCE = 5 * 1024 * 1024;
const EVIDENCE_KINDS = ['pdf', 'png', 'jpg'];

/** Takes a file as evidence for a dispute. Its content is not kept. */
const create = ({ world, params }: Call): Stripe.File => {
  const purpose = params.choice('purpose', ['dispute_evidence'] as const) ?? 'dispute_evidence';
  const file = params.object('file');
  const kind = file?.text('kind') ?? 'unknown';
  const size = Number(file?.text('size') ?? 0);
  const filename = file?.text('name') ?? null;
  file?.text('digest');
  params.finish();
  if (!file) throw invalidRequest('Missing required param: file.', { code: 'parameter_missing', param: 'file' });
  if (!EVIDENCE_KINDS.includes(kind))
    throw invalidRequest(`Invalid file type: evidence is one of ${EVIDENCE_KINDS.join(', ')}.`, { param: 'file' });
  if (size > LARGEST_EVIDENCE)
    throw invalidRequest(`The file is larger than ${LARGEST_EVIDENCE} bytes.`, { param: 'file' });
  const id = newId('file');
  return world.state.files.add({
    id,
    object: 'file',
    created: world.clock.seconds(),
    expires_at: null,
    filename,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size,
    title: null,
    type: kind,
    url: null,
  });
};

export const fileRoutes: readonly Route[] = [
  route('POST', '/v1/files', create),
  route('GET', '/v1/files/:id', ({ world, ids }) => world.state.files.need(ids[0]!)),
];
