export const XML = 'application/xml';
export const PDF = 'application/pdf';
export const XML_UTF8 = 'application/xml; charset=utf-8';
