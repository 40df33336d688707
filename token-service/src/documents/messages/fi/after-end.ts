import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Siitä ei enää veloiteta mitään.',
  noMore: 'Muuten siitä ei enää veloiteta mitään.',
  owed: (amount) => `Aiemmista laskuista on maksamatta ${amount}.`,
  underWay: (amount) => `Maksu (${amount}) on vielä käsittelyssä.`,
  uninvoiced: (amount) => `Laskuttamatta on vielä ${amount}, ja se laskutetaan myöhemmin.`,
  usage: 'Siihen asti kertyvä käyttö laskutetaan lopuksi.',
  renews: 'Siihen asti se uusiutuu ja veloitetaan kuten ennenkin.',
};
