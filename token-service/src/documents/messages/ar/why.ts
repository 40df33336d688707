import type { WhyWords } from '../en/why.ts';
import { isolated } from '../isolated.ts';

export const whyWords: WhyWords = {
  title: 'لماذا هذا المبلغ؟',
  price: 'السعر الكامل',
  time: 'المدة',
  prorated: 'لهذه المدة',
  diff: 'الفرق',
  instead: (now, before) => isolated`${now} بدلًا من ${before}`,
  tier: (from, to) => isolated`سعر الوحدات من ${from} إلى ${to}`,
  lastTier: (from) => isolated`سعر الوحدات ابتداءً من ${from}`,
  ramp: (from) => isolated`السعر ابتداءً من دورة الفوترة ${from}`,
  trial: 'فترة تجريبية مجانية',
  usage: 'الاستهلاك',
  late: (amount) => isolated`سُجّل متأخرًا؛ سبقت فوترة ${amount}.`,
  step: (amount) => isolated`سعر الشريحة عند بلوغ عدد الوحدات ${amount}`,
  coupon: (code) => isolated`القسيمة ${code}`,
  ofInvoice: (amount) => isolated`خصم ${amount} على الفاتورة كلها، ومنه على هذا البند`,
  credit: (charge, invoice) => isolated`رصيد مقابل «${charge}» في الفاتورة ${invoice}`,
  charged: 'المبلغ المحصّل',
  unused: 'المدة غير المستخدمة',
  credited: 'المضاف إلى الرصيد',
  total: 'الإجمالي',
  rounding: 'تُقرَّب الخصومات والضرائب مرة واحدة للفاتورة كلها، لذلك قد تختلف حصة بند بأصغر وحدة نقدية.',
  pdf: 'ملف PDF مع هذا الشرح',
  more: 'تُحسب البنود الأخرى بالطريقة نفسها.',
};
