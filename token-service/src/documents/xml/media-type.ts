export const XML = 'application/xml';
export const PDF = 'application/pdf';
export const CSV = 'text/csv';
export const PLAIN_TEXT = 'text/plain';
export const JSON_TYPE = 'application/json';
export const XML_UTF8 = 'application/xml; charset=utf-8';
