import { code, text, time } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** The rule by which a sale counts as delivered, for revenue recognition. */
export const performanceObligation = resource('performance_obligation', {
  id: code(13),
  name: text(255),
  created_at: time(),
  updated_at: time(),
});

export type PerformanceObligation = Infer<typeof performanceObligation>;
