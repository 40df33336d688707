/**
 * The reasons why the value of a card field is not valid. `incomplete`: too short, or a date with one part only;
 * `checksum`: digits that are no card number; `brand`: not one that you accept; `month`: none of the twelve; `year`:
 * too far ahead; the last three are the digits that the security code of the brand has, `digits` while the brand is
 * unknown.
 */
export type Reason =
  | 'empty'
  | 'incomplete'
  | 'checksum'
  | 'brand'
  | 'month'
  | 'year'
  | 'expired'
  | 'three_digits'
  | 'four_digits'
  | 'digits';

/** Texts by reason. */
export type ErrorTexts = { readonly [reason in Reason]?: string };
