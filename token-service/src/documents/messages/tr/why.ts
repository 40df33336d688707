import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Bu tutar nasıl oluştu?',
  price: 'Tam fiyat',
  time: 'Süre',
  prorated: 'Bu süre için',
  diff: 'Fark',
  instead: (now, before) => `${before} yerine ${now}`,
  tier: (from, to) => `${from}–${to} arası birimlerin fiyatı`,
  lastTier: (from) => `${from} ve üzeri birimlerin fiyatı`,
  ramp: (from) => `${from}. faturalama döneminden itibaren fiyat`,
  trial: 'Ücretsiz deneme',
  usage: 'Kullanım',
  late: (amount) => `Sonradan kaydedildi; ${amount} daha önce faturalandırılmıştı.`,
  step: (amount) => `${amount} birimin ulaştığı kademenin fiyatı`,
  coupon: (code) => `Kupon ${code}`,
  ofInvoice: (amount) => `Faturanın tamamında ${amount} indirim; bu kaleme düşen`,
  credit: (charge, invoice) => `${invoice} no.lu faturadaki “${charge}” için alacak`,
  charged: 'Faturalandırılan',
  unused: 'Kullanılmayan süre',
  credited: 'Alacak olarak yazılan',
  total: 'Toplam',
  rounding:
    'İndirimler ve vergiler faturanın tamamı için bir kez yuvarlanır. Bu nedenle bir kalemin payı en küçük para birimi kadar farklı olabilir.',
  pdf: 'Bu açıklamayla birlikte PDF',
  more: 'Diğer kalemler de aynı şekilde hesaplanır.',
};
