import type { Records } from '@service/billing/ports/records.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Queries } from '../database.ts';
import { accountRecords } from './accounts.ts';
import { acquisitionRecords } from './acquisitions.ts';
import { addOnRecords } from './add-ons.ts';
import { billingInfoRecords } from './billing-infos.ts';
import { eventRecords } from './events.ts';
import { intentRecords } from './intents.ts';
import { measuredUnitRecords } from './measured-units.ts';
import { noteRecords } from './notes.ts';
import { outboxRecords } from './outbox.ts';
import { planRecords } from './plans.ts';
import { nextNumber } from './sequences.ts';
import { shippingAddressRecords } from './shipping-addresses.ts';
import { transactionRecords } from './transactions.ts';

/** Everything of one site, inside a transaction or outside any. */
export const recordsOf = (queries: Queries, siteId: string, clock: SystemClock): Records => ({
  accounts: accountRecords(queries, siteId),
  shippingAddresses: shippingAddressRecords(queries, siteId),
  billingInfos: billingInfoRecords(queries, siteId),
  acquisitions: acquisitionRecords(queries, siteId),
  notes: noteRecords(queries, siteId),
  transactions: transactionRecords(queries, siteId),
  plans: planRecords(queries, siteId),
  addOns: addOnRecords(queries, siteId),
  measuredUnits: measuredUnitRecords(queries, siteId),
  intents: intentRecords(queries, siteId),
  events: eventRecords(queries, siteId),
  outbox: outboxRecords(queries, siteId, clock),
  next: (series) => nextNumber(queries, siteId, series),
});
