import { expect, test } from 'vitest';
import { EcbFileError, readEcbFile } from './ecb-file.ts';

const RATES = [
  { day: '2026-09-30', currency: 'USD', rate: '1.1740' },
  { day: '2026-09-30', currency: 'SEK', rate: '11.0565' },
  { day: '2026-09-29', currency: 'USD', rate: '1.1723' },
];

test('the file of all days has a column for each currency, and lines that end with a comma', async () => {
  const file = '\uFEFFDate,USD,SEK,CYP,\r\n2026-09-30,1.1740,11.0565,N/A,\r\n2026-09-29,1.1723,,N/A,\r\n';
  expect(await readEcbFile(file)).toEqual(RATES);
});

test('the file of one day writes the day in words', async () => {
  expect(await readEcbFile('Date, USD, SEK, \n30 September 2026, 1.1740, 11.0565, \n')).toEqual(RATES.slice(0, 2));
  expect(await readEcbFile('Date, USD, \n5 June 2026, 1.1740, \n')).toMatchObject([{ day: '2026-06-05' }]);
});

const xml = (cubes: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${cubes}</Cube></gesmes:Envelope>`;

test('the XML files have one day or many', async () => {
  const file = xml(
    `<Cube time='2026-09-30'><Cube currency='USD' rate='1.1740'/>\n<Cube currency='SEK' rate='11.0565'/></Cube>
<Cube time="2026-09-29"><Cube currency="USD" rate="1.1723"/></Cube>`,
  );
  expect(await readEcbFile(file)).toEqual(RATES);
});

test.each([
  ['an archive', 'PK\u0003\u0004', 'Unpack it'],
  ['another CSV file', 'Day,USD\n2026-09-30,1.1', 'does not begin with Date'],
  ['nothing', '', 'does not begin with Date'],
  ['a file without rates', 'Date,USD,\n', 'has no rates'],
  ['a broken CSV file', 'Date,"USD\n', 'is no CSV'],
  ['a broken XML file', '<Cube><Cube>', 'is no XML'],
  ['another XML document', '<rates><rate/></rates>', 'has no rates'],
  ['an XML document without rates', xml('\n'), 'has no rates'],
])('%s is refused with what to give instead', async (_, text, message) => {
  const refused = await readEcbFile(text).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(EcbFileError);
  expect((refused as Error).message).toContain(message);
});
