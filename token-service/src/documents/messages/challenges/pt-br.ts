import type { ChallengeTexts } from './texts.ts';

export const ptBR: ChallengeTexts = {
  title: 'Confirme o pagamento',
  ask: 'Seu banco quer ter certeza de que é você. Siga as etapas abaixo; nada é cobrado antes do fim.',
  bank: 'Página do seu banco',
  wait: 'Conectando ao seu banco…',
  checking: 'Consultando seu banco…',
  failed: 'Seu banco não confirmou este pagamento. Nada foi cobrado. Tente de novo ou use outro cartão.',
  gone: 'Este pagamento não pode mais ser confirmado aqui. Nada foi cobrado. Volte e pague de novo.',
  timeout: 'O pagamento não foi confirmado em dez minutos. Nada foi cobrado. Volte e pague de novo.',
  pending: 'Seu banco ainda não respondeu. Nada foi cobrado. Tente de novo daqui a pouco.',
  offline: 'O serviço de pagamento não responde. Verifique sua conexão e tente de novo.',
  alone: 'Esta página faz parte de um processo de pagamento. Volte para a página de onde você veio.',
  close: 'Cancelar e voltar',
  back: 'Voltar ao pagamento',
  again: 'Tentar de novo',
  restart: 'Não funcionou? Recarregar a página',
  returned: 'Seu banco trouxe você de volta. Feche esta janela e continue na página em que você estava pagando.',
};
