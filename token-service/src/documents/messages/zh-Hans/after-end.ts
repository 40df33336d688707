import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: '该订阅不会再向您收费。',
  noMore: '除此之外，该订阅不会再向您收费。',
  owed: (amount) => `您在以往的账单中还有 ${amount} 未支付。`,
  underWay: (amount) => `一笔 ${amount} 的付款仍在处理中。`,
  uninvoiced: (amount) => `${amount} 的费用尚未开具账单，将稍后开具。`,
  usage: '在此之前的用量将在结束时计费。',
  renews: '在此之前，订阅照常续订和收费。',
};
