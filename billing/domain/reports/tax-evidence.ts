import { isEuropean } from '../../values/tax/places.ts';
import { isSupply, type TaxTreatment } from './tax-treatment.ts';

/**
 * Whether the evidence of a sale speaks for the country where it is taxed. `agree`: two pieces or more do, and none
 * speaks for another. `agree_in_part`: two do, and another one does not. `conflict`: fewer than two do, and one speaks
 * for another country. `one_piece`: one does, and nothing else is known. `none`: nothing is known. `delivered`: the
 * address of delivery decides, which needs no evidence of this kind.
 */
export const EVIDENCE_RESULTS = ['agree', 'agree_in_part', 'conflict', 'one_piece', 'none', 'delivered'] as const;

export type EvidenceResult = (typeof EVIDENCE_RESULTS)[number];

/** The results that leave the place of supply open. */
export const OPEN_EVIDENCE: ReadonlySet<EvidenceResult> = new Set(['conflict', 'one_piece', 'none']);

/** A line, with the countries that speak for where its customer was. */
export interface LocatedLine {
  /** The country where it is taxed. */
  readonly country: string | null;
  readonly billing_country: string | null;
  readonly ip_country: string | null;
  readonly method_country: string | null;
  readonly delivered: boolean;
}

const piecesOf = ({ billing_country, ip_country, method_country }: LocatedLine): readonly string[] =>
  [billing_country, ip_country, method_country].filter((piece) => piece !== null);

/** Returns the result of the evidence of a line. */
export const evidenceResult = (line: LocatedLine): EvidenceResult => {
  if (line.delivered) return 'delivered';
  const pieces = piecesOf(line);
  const agreeing = pieces.filter((piece) => piece === line.country).length;
  const isUnanimous = agreeing === pieces.length;
  if (agreeing >= 2) return isUnanimous ? 'agree' : 'agree_in_part';
  if (!isUnanimous) return 'conflict';
  return agreeing === 1 ? 'one_piece' : 'none';
};

/**
 * Whether the place of supply of a line depends on evidence: it is taxed in the European Union, or something speaks for
 * a country there. Under reverse charge the VAT number of the customer decides instead.
 */
export const needsEvidence = (line: LocatedLine, treatment: TaxTreatment): boolean =>
  isSupply(treatment) &&
  treatment !== 'reverse_charge' &&
  [line.country, ...piecesOf(line)].some((country) => country !== null && isEuropean(country));
