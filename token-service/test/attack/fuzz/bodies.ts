import type { Field, Resource, Shape } from '@service/billing/resources/schema.ts';
import type { Mode } from '../../../src/documents/xml/codec/read.ts';
import type { Random } from '../../money/random.ts';
import { fieldValue, hostile } from './values.ts';

const DEEPEST = 4;

const isTaken = ({ writer, until }: Field, mode: Mode): boolean =>
  until === undefined && (writer === 'edit' || (writer === 'create' && mode === 'create'));

/** Builds a document for an endpoint: every required field, some optional ones, and occasionally an unknown one. */
export const bodyOf = (random: Random, resource: Resource, mode: Mode, depth = 0): string => {
  const inner = Object.entries(resource.fields)
    .filter(([, field]) => field.input && (isTaken(field, mode) || random.percent(1)))
    .filter(([, { required }]) => random.percent(required ? 97 : depth === 0 ? 25 : 12))
    .map(([name, field]) => element(random, name, field, depth))
    .join('');
  return `<${resource.name}>${inner}</${resource.name}>`;
};

const element = (random: Random, name: string, { input }: Field, depth: number): string =>
  random.percent(3) ? `<${name} nil="nil"></${name}>` : `<${name}>${content(random, name, input, depth)}</${name}>`;

const content = (random: Random, name: string, shape: Shape | undefined, depth: number): string => {
  switch (shape?.is) {
    case 'record':
      return depth < DEEPEST ? inside(bodyOf(random, shape.of(), 'create', depth + 1)) : '';
    case 'list':
      return depth < DEEPEST ? times(random, () => bodyOf(random, shape.of(), 'create', depth + 1)) : '';
    case 'words':
      return times(random, () => `<${shape.item}>${escaped(fieldValue(random, shape.item))}</${shape.item}>`);
    case 'money': {
      const code = random.pick(['USD', 'EUR', 'JPY', 'BRL', 'XXX']) ?? '';
      return `<${code}>${escaped(fieldValue(random, name, 'integer'))}</${code}>`;
    }
    case 'value':
      return escaped(fieldValue(random, name, shape.kind.name));
    default:
      return escaped(hostile(random));
  }
};

/** Builds the content of a record without its root element, which the field’s name replaces. */
const inside = (xml: string): string => xml.slice(xml.indexOf('>') + 1, xml.lastIndexOf('</'));

const times = (random: Random, make: () => string): string =>
  Array.from({ length: random.below(random.percent(90) ? 4 : 40) }, make).join('');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const BROKEN = [
  '<',
  '>',
  '&',
  '&#x0;',
  '&unknown;',
  '<!--',
  '<![CDATA[',
  ']]>',
  '<?xml version="1.0" encoding="UTF-16"?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '\u0000',
  '<a xmlns:b="c">',
  '<b:c/>',
  ' nil="true"',
  ' type="array"',
];

/** Corrupts a document as a broken client, a cut connection or an attacker would. */
export const damaged = (random: Random, xml: string): Buffer => {
  const at = random.below(xml.length + 1);
  const tags = xml.split(/(?=<)/);
  const tag = random.below(tags.length);
  const text = random.weighed<() => string>([
    [3, () => xml.slice(0, at)],
    [3, () => xml.slice(0, at) + (random.pick(BROKEN) ?? '') + xml.slice(at)],
    [3, () => xml.slice(0, at) + hostile(random) + xml.slice(at + random.below(8))],
    [3, () => tags.toSpliced(tag, 1).join('')],
    [3, () => tags.toSpliced(tag, 0, ...tags.slice(tag, tag + 2)).join('')],
    [1, () => `${'<a>'.repeat(2_000)}${xml}${'</a>'.repeat(2_000)}`],
    [1, () => xml.replace('>', `>${'<purchase/>'.repeat(3_000)}`)],
    [1, () => `\ufeff${xml}`],
    [1, () => ''],
  ])();
  const bytes = Buffer.from(text);
  if (random.percent(20) && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
};
