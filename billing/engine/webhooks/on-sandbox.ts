import type { Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';

/** Throws `sandbox_only` for a production site. `what`: the command. */
export const needSandbox = ({ mode, subdomain }: Pick<Site, 'mode' | 'subdomain'>, what: string): void => {
  if (mode !== 'sandbox') throw new Failure('sandbox_only', { value: what, subdomain });
};
