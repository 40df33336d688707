import type { ChallengeTexts } from './texts.ts';

export const pt: ChallengeTexts = {
  title: 'Confirme o pagamento',
  ask: 'O seu banco quer confirmar a sua identidade. Siga os passos abaixo; nada é cobrado antes de terminar.',
  bank: 'Página do seu banco',
  wait: 'A ligar ao seu banco…',
  checking: 'A verificar com o seu banco…',
  failed: 'O seu banco não confirmou este pagamento. Nada foi cobrado. Tente novamente ou use outro cartão.',
  gone: 'Este pagamento já não pode ser confirmado aqui. Nada foi cobrado. Volte atrás e pague novamente.',
  timeout: 'O pagamento não foi confirmado em dez minutos. Nada foi cobrado. Volte atrás e pague novamente.',
  pending: 'O seu banco ainda não respondeu. Nada foi cobrado. Tente novamente dentro de momentos.',
  offline: 'O serviço de pagamento não responde. Verifique a sua ligação e tente novamente.',
  alone: 'Esta página faz parte de um processo de pagamento. Volte à página de onde veio.',
  close: 'Cancelar e voltar',
  back: 'Voltar ao pagamento',
  again: 'Tentar novamente',
  restart: 'Não funciona? Recarregar a página',
  returned: 'Regressou da página do seu banco. Feche esta janela e continue na página onde estava a pagar.',
};
