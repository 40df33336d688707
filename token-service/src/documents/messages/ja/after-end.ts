import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: '今後、このサブスクリプションの請求はありません。',
  noMore: 'これ以外に、このサブスクリプションの請求はありません。',
  owed: (amount) => `以前の請求書に${amount}の未払いがあります。`,
  underWay: (amount) => `${amount}のお支払いを処理中です。`,
  uninvoiced: (amount) => `${amount}の料金は未請求のため、後日ご請求します。`,
  usage: 'それまでのご利用分は、終了時にご請求します。',
  renews: 'それまではこれまでどおり更新され、ご請求が続きます。',
};
