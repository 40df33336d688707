import type { AccountProblems } from '../en/account-problems.ts';

export const accountProblems: AccountProblems = {
  problems: {
    title: 'À vérifier',
    stale: 'Quelque chose a changé depuis que vous avez ouvert la page. Voici l’état actuel.',
    dearer: 'Le prix a changé depuis que vous avez ouvert la page. Vérifiez le nouveau avant de continuer.',
    busy: 'Une autre modification est en cours. Attendez un instant, puis réessayez.',
    underWay:
      'Une tentative précédente est encore en cours de vérification auprès de votre banque. Réessayez dans une minute. Rien n’a été modifié.',
    repeated: 'Ce formulaire a déjà été envoyé. Ouvrez votre compte pour voir l’état actuel.',
    notPossible: 'Ce n’est pas possible en ce moment. Choisissez une autre formule ou une autre quantité.',
    payLater:
      'Un nouveau prélèvement n’est possible qu’une fois par heure. Pour payer immédiatement, remplacez le moyen de paiement.',
    tokenGone: 'Les données de carte n’étaient valables que quelques minutes. Saisissez-les à nouveau.',
    offline: 'Le service de paiement n’a pas répondu. Vérifiez votre connexion et réessayez.',
    blocked: 'Les champs de carte n’ont pas pu être chargés. Votre navigateur les bloque peut-être. Rechargez la page.',
    fields: 'Veuillez vérifier les champs signalés.',
  },
  fields: {
    missing: (field) => `Il manque\u00a0: ${field}. Remplissez ce champ.`,
    invalid: 'Cette saisie ne peut pas être utilisée ici. Retirez les numéros de carte et les caractères inhabituels.',
    email: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
    tooLong: (most) => `Saisissez au plus ${most} caractères.`,
    inclusion: 'Choisissez dans la liste.',
    phone: 'Saisissez un numéro de téléphone, par exemple +33 1 23 45 67 89.',
    country: 'Choisissez le pays de l’adresse.',
    vatNumber: 'Votre numéro de TVA correspond à un autre pays. Demandez-nous de modifier le numéro et le pays.',
    postalCode: 'Ce format de code postal n’existe pas dans ce pays. Vérifiez le code et le pays.',
    postalCodeLike: (example) =>
      `Ce format de code postal n’existe pas dans ce pays. Saisissez-en un comme ${example}.`,
    cardNumber: 'N’écrivez pas de numéro de carte ici.',
    quantity: (most) => `Saisissez un nombre entier de 1 à ${most}.`,
  },
  declined: {
    refused:
      'Votre banque a refusé le paiement. Essayez une autre carte ou appelez le numéro au dos de la carte refusée.',
    funds: 'La provision est insuffisante pour ce paiement. Essayez une autre carte.',
    expired: 'La carte a expiré ou sa date est incorrecte. Vérifiez la date ou essayez une autre carte.',
    number: 'Le numéro n’est pas valide. Vérifiez-le ou essayez une autre carte.',
    code: 'Le code de sécurité est incorrect. Vérifiez-le et réessayez.',
    address: 'L’adresse de facturation n’est pas celle que votre banque connaît. Vérifiez-la et réessayez.',
    brand: 'Ce type de carte n’est pas accepté. Essayez une autre carte.',
    wait: 'Il y a eu trop de tentatives. Attendez une heure, puis réessayez.',
    again: 'Le paiement n’a pas abouti. Réessayez dans une minute.',
    confirm:
      'Votre banque vous demande de confirmer ce paiement, ce qui n’est pas possible ici. Essayez une autre carte.',
    method: 'Ajoutez d’abord un moyen de paiement.',
    support: 'Le paiement a été refusé. Essayez une autre carte ou contactez-nous.',
    noOther: 'Le paiement a été refusé. Contactez-nous.',
  },
  unverified: {
    refused:
      'Votre banque a refusé cette carte. Rien n’a été débité. Essayez une autre carte ou appelez le numéro au dos de la carte refusée.',
    funds:
      'Votre banque a refusé cette carte pour provision insuffisante. Rien n’a été débité. Essayez une autre carte.',
    again:
      'Votre banque n’a pas pu effectuer la vérification pour le moment. Rien n’a été débité. Réessayez dans une minute.',
    confirm:
      'Votre banque vous demande de confirmer cette carte, ce qui n’est pas possible ici. Rien n’a été débité. Essayez une autre carte.',
    support: 'Cette carte a été refusée. Rien n’a été débité. Essayez une autre carte ou contactez-nous.',
    account: 'Votre banque a refusé ce compte. Rien n’a été débité. Vérifiez les numéros ou utilisez une carte.',
  },
  pages: {
    unknownTitle: 'Ce lien ne fonctionne pas',
    unknown: 'Il est peut-être ancien ou incomplet. Ouvrez le lien du dernier message reçu, ou demandez-en un nouveau.',
    expiredTitle: 'Ce lien a expiré',
    expired:
      'Les liens de nos messages sont valables 30 jours. Nous pouvons en envoyer un nouveau à l’adresse e-mail du compte. Le lien d’un message plus récent fonctionne aussi.',
    sendLink: 'Envoyer un nouveau lien',
    linkSentTitle: 'Consultez votre messagerie',
    linkSent:
      'Si le lien appartient à un compte, un nouveau est en cours d’envoi. Un seul au plus est envoyé par heure.',
    signedOutTitle: 'Vous êtes déconnecté',
    signedOut: 'Pour revenir, ouvrez le lien d’un des messages que vous avez reçus.',
    missingTitle: 'Cette page n’existe pas',
    missing: 'La page a peut-être été déplacée. Ouvrez le lien d’un des messages que vous avez reçus.',
    unreadable: 'L’adresse de cette page est illisible. Ouvrez le lien d’un des messages que vous avez reçus.',
    expiredForm: 'Ce formulaire n’est plus valide. Ouvrez la page à nouveau.',
    tooManyTitle: 'Trop de demandes',
    tooMany: 'Attendez une minute, puis réessayez.',
    readOnly:
      'Pour le moment, les données sont en lecture seule\u00a0: rien ne peut être modifié. Réessayez plus tard.',
    brokenTitle: 'Un problème est survenu',
    broken: 'C’est notre faute, pas la vôtre. Rien n’a été débité deux fois. Réessayez dans une minute.',
    insecureTitle: 'Cette connexion n’est pas sécurisée',
    insecure: 'Ouvrez la page avec une adresse qui commence par https.',
    reference: (id) => `Référence\u00a0: ${id}`,
  },
};
