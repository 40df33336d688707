import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Bu abonelik için artık ücret alınmayacaktır.',
  noMore: 'Bunun dışında bu abonelik için ücret alınmayacaktır.',
  owed: (amount) => `Önceki faturalardan ödenmemiş tutar: ${amount}.`,
  underWay: (amount) => `${amount} tutarındaki bir ödeme hâlâ işlemde.`,
  uninvoiced: (amount) => `${amount} tutarındaki ücretler henüz faturalandırılmadı, daha sonra faturalandırılacak.`,
  usage: 'O zamana kadarki kullanımınız sonunda faturalandırılır.',
  renews: 'O zamana kadar eskisi gibi yenilenir ve ücretlendirilir.',
};
