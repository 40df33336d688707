import { html, type Markup } from '../../documents/html.ts';
import type { Form } from '../../http/bodies/form.ts';
import type { FilledForm } from './parts/filled.ts';
import { StaleRecord } from './route.ts';

/** The values of a record as a form shows them. */
export type VersionValues = Readonly<Record<string, string>>;

/**
 * The hidden fields by which a form that edits a record carries its version: the values that the operator saw. Once the
 * form has found them changed, it is sent with `anyway`, and is carried out all the same.
 */
export const versionFields = ({ problems }: FilledForm, values: VersionValues): Markup =>
  html`<input type="hidden" name="version" value="${JSON.stringify(values)}">${problems.stale ? html`<input type="hidden" name="anyway" value="yes">` : ''}`;

/** The hidden field by which a form carries what the operator saw. It is sent again with what was shown since. */
export const seenFields = (values: VersionValues): Markup =>
  html`<input type="hidden" name="version" value="${JSON.stringify(values)}">`;

/**
 * Throws `StaleRecord` if the values have changed since the page of a form was made, which then names each with what it
 * was and what it is. `what`: `The subscription was`.
 */
export const refuseUnseen = ({ version }: Form, values: VersionValues, what: string): void => {
  const changed = changedSince({ version }, values);
  if (changed.length === 0) return;
  const seen = seenIn(version);
  const words = changed
    .map(
      (name) =>
        `${name}: ${seen[name] === undefined ? 'not known' : String(seen[name]) || 'none'} → ${values[name] || 'none'}`,
    )
    .join(', ');
  throw new StaleRecord(
    `${what} changed meanwhile, so nothing was done. ${words}. Check it, then press the button again.`,
  );
};

/**
 * Returns the names of the values that have changed since the page of a form was made; none if that does not matter.
 */
export const changedSince = ({ version, anyway }: Form, values: VersionValues): readonly string[] => {
  if (anyway === 'yes') return [];
  const seen = seenIn(version);
  return Object.keys(values).filter((name) => seen[name] !== values[name]);
};

const seenIn = (version: string | undefined): Readonly<Record<string, unknown>> => {
  try {
    const seen: unknown = JSON.parse(version ?? '');
    return typeof seen === 'object' && seen !== null ? (seen as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
