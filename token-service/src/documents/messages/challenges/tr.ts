import type { ChallengeTexts } from './texts.ts';

export const tr: ChallengeTexts = {
  title: 'Ödemenizi onaylayın',
  ask: 'Bankanız işlemi sizin yaptığınızdan emin olmak istiyor. Aşağıdaki adımları izleyin; tamamlamadan sizden ücret alınmaz.',
  bank: 'Bankanızın sayfası',
  wait: 'Bankanıza bağlanılıyor…',
  checking: 'Bankanıza soruluyor…',
  failed: 'Bankanız bu ödemeyi onaylamadı. Sizden ücret alınmadı. Yeniden deneyin veya başka bir kart kullanın.',
  gone: 'Bu ödeme artık burada onaylanamaz. Sizden ücret alınmadı. Geri dönüp yeniden ödeyin.',
  timeout: 'Ödeme on dakika içinde onaylanmadı. Sizden ücret alınmadı. Geri dönüp yeniden ödeyin.',
  pending: 'Bankanız henüz yanıt vermedi. Sizden ücret alınmadı. Biraz sonra yeniden deneyin.',
  offline: 'Ödeme hizmeti yanıt vermiyor. Bağlantınızı kontrol edip yeniden deneyin.',
  alone: 'Bu sayfa bir ödemenin parçasıdır. Geldiğiniz sayfaya dönün.',
  close: 'İptal et ve geri dön',
  back: 'Ödemeye dön',
  again: 'Yeniden dene',
  restart: 'Çalışmıyor mu? Sayfayı yeniden yükle',
  returned: 'Bankanız sizi geri yönlendirdi. Bu pencereyi kapatın ve ödeme yaptığınız sayfada devam edin.',
};
