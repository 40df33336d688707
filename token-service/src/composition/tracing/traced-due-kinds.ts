import type { DueKind } from '@service/billing/engine/due/kinds/kind.ts';
import type { Spans } from './spans.ts';

/** Returns the same kinds of due work, with a trace for each item. */
export const tracedDueKinds = (spans: Spans, kinds: readonly DueKind[]): readonly DueKind[] =>
  kinds.map((each) => ({
    ...each,
    run: (caller, item) => {
      const attributes = {
        'billing.site': caller.site.subdomain,
        'billing.due_kind': each.kind,
        'billing.correlation_id': caller.correlation,
      };
      return spans.within(`due ${each.kind}`, { role: 'consumer', attributes }, () => each.run(caller, item));
    },
  }));
