import { editable, integer, required, text, time } from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

/** The unit in which usage is recorded, for example gigabytes. Every usage add-on has one. */
export const measuredUnit = resource('measured_unit', {
  id: integer(1),
  name: required(editable(text())),
  display_name: required(editable(text())),
  description: editable(text(2000)),
  created_at: time(),
  updated_at: time(),
});

export type MeasuredUnit = Infer<typeof measuredUnit>;
export type MeasuredUnitInput = Writable<typeof measuredUnit>;
