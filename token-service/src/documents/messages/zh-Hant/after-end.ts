import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: '此訂閱不會再向您收費。',
  noMore: '除此之外，此訂閱不會再向您收費。',
  owed: (amount) => `您先前的帳單尚有 ${amount} 未付。`,
  underWay: (amount) => `有一筆 ${amount} 的付款仍在處理中。`,
  uninvoiced: (amount) => `${amount} 的費用尚未開立帳單，將於稍後開立。`,
  usage: '在此之前的用量將於結束時計費。',
  renews: '在此之前，訂閱會照常續訂並收費。',
};
