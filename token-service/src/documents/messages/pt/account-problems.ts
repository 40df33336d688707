import type { AccountProblems } from '../en/account-problems.ts';

export const accountProblems: AccountProblems = {
  problems: {
    title: 'Verifique o seguinte',
    stale: 'Algo mudou desde que abriu a página. Esta é a situação atual.',
    dearer: 'O preço mudou desde que abriu a página. Verifique o novo antes de continuar.',
    busy: 'Há outra alteração em curso. Aguarde um momento e tente novamente.',
    underWay:
      'Uma tentativa anterior ainda está a ser verificada junto do seu banco. Tente novamente dentro de um minuto. Nada foi alterado.',
    repeated: 'Este formulário já foi enviado. Abra a sua conta para ver a situação atual.',
    notPossible: 'Não é possível neste momento. Escolha outro plano ou outra quantidade.',
    payLater:
      'Só é possível repetir a cobrança uma vez por hora. Para pagar de imediato, substitua o meio de pagamento.',
    tokenGone: 'Os dados do cartão só eram válidos por alguns minutos. Introduza-os novamente.',
    offline: 'O serviço de pagamento não respondeu. Verifique a sua ligação e tente novamente.',
    blocked:
      'Não foi possível carregar os campos do cartão. O navegador pode estar a bloqueá-los. Recarregue a página.',
    fields: 'Verifique os campos assinalados.',
  },
  fields: {
    missing: (field) => `Falta: ${field}. Preencha este campo.`,
    invalid: 'Este dado não pode ser usado aqui. Retire números de cartão e caracteres invulgares.',
    email: 'Introduza um endereço de e-mail, como nome@example.com.',
    tooLong: (most) => `Use no máximo ${most} caracteres.`,
    inclusion: 'Escolha uma opção da lista.',
    phone: 'Introduza um número de telefone, como +351 21 123 4567.',
    country: 'Escolha o país da morada.',
    vatNumber: 'O seu número de IVA é de outro país. Peça-nos que alteremos o número e o país.',
    postalCode: 'Neste país não há códigos postais assim. Verifique o código e o país.',
    postalCodeLike: (example) => `Neste país não há códigos postais assim. Introduza um como ${example}.`,
    cardNumber: 'Não escreva aqui um número de cartão.',
    quantity: (most) => `Introduza um número inteiro de 1 a ${most}.`,
  },
  declined: {
    refused: 'O seu banco recusou o pagamento. Tente outro cartão ou ligue para o número no verso do cartão recusado.',
    funds: 'Não há saldo suficiente para este pagamento. Tente outro cartão.',
    expired: 'O cartão expirou ou a data está errada. Verifique a data ou tente outro cartão.',
    number: 'O número não é válido. Verifique-o ou tente outro cartão.',
    code: 'O código de segurança está errado. Verifique-o e tente novamente.',
    address: 'A morada de faturação não é a que o seu banco conhece. Verifique-a e tente novamente.',
    brand: 'Este tipo de cartão não é aceite. Tente outro cartão.',
    wait: 'Houve demasiadas tentativas. Aguarde uma hora e tente novamente.',
    again: 'O pagamento não foi concluído. Tente novamente dentro de um minuto.',
    confirm: 'O seu banco pede que confirme este pagamento, o que aqui não é possível. Tente outro cartão.',
    method: 'Adicione primeiro um meio de pagamento.',
    support: 'O pagamento foi recusado. Tente outro cartão ou contacte-nos.',
  },
  unverified: {
    refused:
      'O seu banco recusou este cartão. Nada foi cobrado. Tente outro cartão ou ligue para o número no verso do cartão recusado.',
    funds: 'O seu banco recusou este cartão porque não há saldo suficiente. Nada foi cobrado. Tente outro cartão.',
    again:
      'O seu banco não conseguiu fazer a verificação neste momento. Nada foi cobrado. Tente novamente dentro de um minuto.',
    confirm:
      'O seu banco pede que confirme este cartão, o que aqui não é possível. Nada foi cobrado. Tente outro cartão.',
    support: 'Este cartão foi recusado. Nada foi cobrado. Tente outro cartão ou contacte-nos.',
    account: 'O seu banco recusou esta conta. Nada foi cobrado. Verifique os números ou use um cartão.',
  },
  pages: {
    unknownTitle: 'Este link não funciona',
    unknown: 'Pode ser antigo ou estar incompleto. Abra o link da última mensagem que recebeu ou peça um novo.',
    expiredTitle: 'Este link expirou',
    expired:
      'Os links das nossas mensagens funcionam durante 30 dias. Podemos enviar um novo para o endereço de e-mail da conta. O link de uma mensagem mais recente também funciona.',
    sendLink: 'Enviar um novo link',
    linkSentTitle: 'Consulte o seu e-mail',
    linkSent: 'Se o link pertencer a uma conta, um novo vai a caminho. É enviado no máximo um por hora.',
    signedOutTitle: 'A sessão terminou',
    signedOut: 'Para voltar, abra o link de uma das mensagens que recebeu.',
    missingTitle: 'Esta página não existe',
    missing: 'A página pode ter mudado de lugar. Abra o link de uma das mensagens que recebeu.',
    unreadable: 'O endereço desta página não pode ser lido. Abra o link de uma das mensagens que recebeu.',
    expiredForm: 'Este formulário já não é válido. Abra a página novamente.',
    tooManyTitle: 'Demasiados pedidos',
    tooMany: 'Aguarde um minuto e tente novamente.',
    readOnly: 'De momento, só é possível consultar os dados: nada pode ser alterado. Tente novamente mais tarde.',
    brokenTitle: 'Algo correu mal',
    broken: 'A culpa é nossa, não sua. Nada foi cobrado duas vezes. Tente novamente dentro de um minuto.',
    insecureTitle: 'Esta ligação não é segura',
    insecure: 'Abra a página com um endereço que comece por https.',
    reference: (id) => `Referência: ${id}`,
  },
};
