import type { AfterEndWords } from '../en/after-end.ts';
import { isolated } from '../isolated.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'لن نحصّل منك أي مبلغ آخر مقابله.',
  noMore: 'عدا ذلك، لن نحصّل منك أي مبلغ آخر مقابله.',
  owed: (amount) => isolated`لا يزال عليك ${amount} من فواتير سابقة.`,
  underWay: (amount) => isolated`هناك دفعة بقيمة ${amount} لا تزال قيد المعالجة.`,
  uninvoiced: (amount) => isolated`هناك رسوم بقيمة ${amount} لم تصدر بها فاتورة بعد وستصدر لاحقًا.`,
  usage: 'ما تستخدمه حتى ذلك الحين يُحتسب في النهاية.',
  renews: 'حتى ذلك الحين يتجدد ويُحصَّل كالمعتاد.',
};
