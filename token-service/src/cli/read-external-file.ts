import { readFileSync, statSync } from 'node:fs';
import { type ExternalImport, externalImport } from '@service/billing/resources/external-import.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import type { Element } from '../documents/xml/codec/element.ts';
import { read } from '../documents/xml/codec/read.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';

/** Far more than the records of one import. */
const MOST_BYTES = 50_000_000;

/**
 * Reads a file of records of app stores, by the same rules as a request of the XML API. Throws `OperatorTrouble` when
 * there is none, when it is no JSON, and for a member that is unknown.
 */
export const readExternalFile = (path: string): Submitted<ExternalImport> => {
  const element = recordElement(externalImport, externalImport.name, parsed(path), '');
  return read(externalImport, element, { version: LATEST, mode: 'create' });
};

const parsed = (path: string): unknown => {
  try {
    if (statSync(path).size > MOST_BYTES) throw new OperatorTrouble(`${path} has more than ${MOST_BYTES} bytes.`);
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof OperatorTrouble) throw error;
    if (error instanceof SyntaxError) throw new OperatorTrouble(`${path} is no JSON: ${error.message}`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorTrouble(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`);
  }
};

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NIL: ReadonlyMap<string, string> = new Map([['nil', 'nil']]);

const recordElement = (table: Resource, name: string, json: unknown, path: string): Element => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new OperatorTrouble(`${path || 'The file'} must be an object.`);
  }
  const children = Object.entries(json).map(([member, value]) => memberElement(table, member, value, path));
  return { name, attributes: NO_ATTRIBUTES, children, text: '' };
};

const memberElement = (table: Resource, name: string, value: unknown, within: string): Element => {
  const path = within ? `${within}.${name}` : name;
  const shape = Object.hasOwn(table.fields, name) ? table.fields[name]?.input : undefined;
  if (!shape) throw new OperatorTrouble(`There is no member ${path}.`);
  if (value === null) return { name, attributes: NIL, children: [], text: '' };
  if (shape.is === 'record') return recordElement(shape.of(), name, value, path);
  if (shape.is === 'list') {
    if (!Array.isArray(value)) throw new OperatorTrouble(`${path} must be an array.`);
    const of = shape.of();
    const children = value.map((one, place) => recordElement(of, of.name, one, `${path}[${place}]`));
    return { name, attributes: NO_ATTRIBUTES, children, text: '' };
  }
  if (typeof value === 'object') throw new OperatorTrouble(`${path} must be text, a number, true or false.`);
  return { name, attributes: NO_ATTRIBUTES, children: [], text: String(value) };
};
