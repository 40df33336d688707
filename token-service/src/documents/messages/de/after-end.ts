import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Dafür wird nichts mehr abgebucht.',
  noMore: 'Darüber hinaus wird dafür nichts mehr abgebucht.',
  owed: (amount) => `Aus früheren Rechnungen sind noch ${amount} offen.`,
  underWay: (amount) => `Eine Zahlung über ${amount} ist noch unterwegs.`,
  uninvoiced: (amount) => `Leistungen über ${amount} sind noch nicht in Rechnung gestellt; die Rechnung folgt.`,
  usage: 'Was Sie bis dahin verbrauchen, wird am Ende in Rechnung gestellt.',
  renews: 'Bis dahin verlängert es sich, und es wird wie bisher abgebucht.',
};
