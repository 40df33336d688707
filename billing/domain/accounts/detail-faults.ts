import { account as accountTable } from '../../resources/account.ts';
import { address as addressTable } from '../../resources/address.ts';
import type { Fault, Kind } from '../../resources/kind.ts';
import type { Resource, Shape } from '../../resources/schema.ts';
import { refusesCardNumbers } from '../../resources/site.ts';
import { LATEST } from '../../resources/version.ts';
import { isImpossiblePostalCode } from '../../values/tax/postal-codes.ts';

/** Fields of an account that forms edit. */
const OF_ACCOUNT = [
  'email',
  'cc_emails',
  'first_name',
  'last_name',
  'company_name',
  'vat_number',
  'exemption_certificate',
  'entity_use_code',
  'preferred_locale',
  'preferred_time_zone',
  'invoice_template_uuid',
  'override_business_entity_id',
] as const;
/** Fields of its address. */
const OF_ADDRESS = ['address1', 'address2', 'city', 'state', 'zip', 'country', 'phone'] as const;

export type DetailName = (typeof OF_ACCOUNT)[number] | (typeof OF_ADDRESS)[number];

/** Texts as a form sent them, trimmed; undefined for an empty or missing field. */
export type SentDetails = Readonly<Partial<Record<DetailName, string | undefined>>>;

export type DetailFaults = Partial<Record<DetailName, Fault>>;

type SiteWithCards = Parameters<typeof refusesCardNumbers>[0];

/** An address that has one of these is in a country. */
const PLACE = ['address1', 'address2', 'city', 'state', 'zip'] as const;

/**
 * Returns what is wrong with the details of an account that a form sent: each text by the rules of its resource table,
 * and the address as a whole, because taxes would depend on a place that does not exist, or on none.
 */
export const detailFaults = (site: SiteWithCards, sent: SentDetails): DetailFaults => {
  const faults: DetailFaults = {};
  const judge = (table: Resource, names: readonly DetailName[]): void => {
    for (const name of names) {
      const fault = faultOf(kindOf(table, name), sent[name], site);
      if (fault) faults[name] = fault;
    }
  };
  judge(accountTable, OF_ACCOUNT);
  judge(addressTable, OF_ADDRESS);
  if (isImpossiblePostalCode(sent.country ?? '', sent.zip ?? '')) faults.zip ??= { symbol: 'invalid' };
  if (!sent.country && PLACE.some((name) => sent[name])) faults.country ??= { symbol: 'blank' };
  if (sent.phone && !/\p{Nd}/u.test(sent.phone)) faults.phone ??= { symbol: 'invalid' };
  return faults;
};

const kindOf = (table: Resource, name: string): Kind<unknown> => {
  const shape = table.fields[name]?.input as Shape | undefined;
  if (shape?.is !== 'value') throw new Error(`${table.name} has no text ${name}`);
  return shape.kind;
};

const faultOf = (kind: Kind<unknown>, value: string | undefined, site: SiteWithCards): Fault | undefined => {
  if (value === undefined) return undefined;
  const leaks = refusesCardNumbers(site) && kind.containsCardNumber?.(value);
  return kind.check?.(value, LATEST) ?? (leaks ? { symbol: 'contains_card_number' } : undefined);
};
