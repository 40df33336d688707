import type { EInvoice } from '@service/billing/domain/e-invoices/e-invoice.ts';
import { FACTUR_X_FILE, FACTUR_X_FORMAT, writeEInvoice } from '../e-invoices/write-e-invoice.ts';
import { escaped } from '../xml/codec/write.ts';
import type { PdfDocument } from './sheet.ts';

/** The options of a document to which an e-invoice is attached: PDF/A-3 has its own version and colour profile. */
export const FACTUR_X_OPTIONS = { pdfVersion: '1.7', subset: 'PDF/A-3b' } as const;

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** The properties of the metadata that say which e-invoice a document contains: name, value, description. */
const PROPERTIES = [
  ['DocumentFileName', FACTUR_X_FILE, 'The name of the embedded XML document'],
  ['DocumentType', 'INVOICE', 'The type of the hybrid document in capital letters'],
  ['Version', '1.0', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'EN 16931', 'The conformance level of the embedded XML document'],
] as const;

/** Adds an e-invoice to a document as Factur-X 1.0 and ZUGFeRD demand: as an attachment, and named by the metadata. */
export const attachFacturX = (doc: PdfDocument, invoice: EInvoice): void => {
  const issued = new Date(`${invoice.issued}T00:00:00Z`);
  const options = {
    name: FACTUR_X_FILE,
    type: 'text/xml',
    description: 'Factur-X',
    // The types of PDFKit lack it: the XML has the same content as the pages.
    relationship: 'Alternative',
    creationDate: issued,
    modifiedDate: issued,
  };
  doc.file(Buffer.from(writeEInvoice(invoice, FACTUR_X_FORMAT)), options);
  doc.appendXML(metadata());
};

/** PDF/A demands that metadata of other schemas comes with their description. */
const metadata = (): string => `
<rdf:Description xmlns:fx="${NAMESPACE}" rdf:about="">
${PROPERTIES.map(([name, value]) => `<fx:${name}>${escaped(value)}</fx:${name}>`).join('\n')}
</rdf:Description>
<rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${PROPERTIES.map(
  ([name, , description]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${escaped(description)}</pdfaProperty:description></rdf:li>`,
).join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
`;
