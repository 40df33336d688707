const AVALARA = ['avalara_transaction_type', 'avalara_service_type'];

/** Elements for tax services that this service does not ask, by the record that they come with. */
const FOR_TAX_SERVICES: Readonly<Record<string, readonly string[]>> = {
  plan: [...AVALARA, 'vertex_transaction_type'],
  add_on: AVALARA,
  item: AVALARA,
  adjustment: [...AVALARA, 'vertex_transaction_type'],
  transaction: AVALARA,
  purchase: ['vertex_transaction_type'],
  invoice: ['vertex_transaction_type'],
};

/** Returns whether an element is for a tax service: it is accepted with this record, and has no effect. */
export const isForTaxService = (record: string, element: string): boolean =>
  FOR_TAX_SERVICES[record]?.includes(element) ?? false;
