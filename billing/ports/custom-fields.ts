import type { CustomFieldDefinitionRecord } from '../domain/custom-fields/definition.ts';
import type { RelatedType } from '../resources/custom-field-definition.ts';
import type { Listing } from './listing.ts';

export interface CustomFieldFilter {
  readonly related_type?: RelatedType;
}

/** Definitions of custom fields. Lists leave out removed ones. */
export interface CustomFieldRecords extends Listing<CustomFieldDefinitionRecord, CustomFieldFilter> {
  /** Returns a definition by the number that clients see, also a removed one. */
  find(id: number): Promise<CustomFieldDefinitionRecord | undefined>;
  /** Returns the definitions of a kind of record that are in use, by name. */
  ofType(relatedType: RelatedType): Promise<readonly CustomFieldDefinitionRecord[]>;
  add(record: CustomFieldDefinitionRecord): Promise<void>;
  save(record: CustomFieldDefinitionRecord): Promise<void>;
}
