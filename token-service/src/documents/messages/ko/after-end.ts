import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: '이 구독에 대해 더 이상 요금이 청구되지 않습니다.',
  noMore: '그 외에는 이 구독에 대해 더 이상 요금이 청구되지 않습니다.',
  owed: (amount) => `이전 청구서에 ${amount}의 미납 금액이 있습니다.`,
  underWay: (amount) => `${amount}의 결제가 아직 처리 중입니다.`,
  uninvoiced: (amount) => `아직 청구되지 않은 ${amount}의 요금은 나중에 청구됩니다.`,
  usage: '그때까지 사용하신 분량은 종료 시점에 청구됩니다.',
  renews: '그때까지는 지금처럼 갱신되고 청구됩니다.',
};
