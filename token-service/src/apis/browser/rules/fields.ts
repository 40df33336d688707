import { type FormLimits, readFields, readForm } from '../../../http/bodies/form.ts';
import type { BrowserStep } from '../api.ts';

/** Reads the fields of a look-up: those of its query, and the code of its path. */
export const queryFields: BrowserStep = async function queryFields(ctx, next) {
  const { query, code } = ctx.state;
  const fields = readFields(query);
  ctx.state.fields = code === undefined ? fields : { ...fields, code };
  await next();
};

/** Reads the fields of a token post from its body. */
export const formFields = (limits: FormLimits): BrowserStep =>
  async function formFields(ctx, next) {
    ctx.state.fields = await readForm(ctx.req, limits);
    ctx.state.isRead = true;
    await next();
  };
