import type { ChallengeTexts } from './texts.ts';

export const fr: ChallengeTexts = {
  title: 'Confirmez votre paiement',
  ask: 'Votre banque veut s’assurer que c’est bien vous. Suivez les étapes\u00a0; rien n’est débité avant la fin.',
  bank: 'Page de votre banque',
  wait: 'Connexion à votre banque…',
  checking: 'Vérification auprès de votre banque…',
  failed: 'Votre banque n’a pas confirmé ce paiement. Rien n’a été débité. Réessayez ou utilisez une autre carte.',
  gone: 'Ce paiement ne peut plus être confirmé ici. Rien n’a été débité. Revenez en arrière et payez à nouveau.',
  timeout:
    'Le paiement n’a pas été confirmé en dix minutes. Rien n’a été débité. Revenez en arrière et payez à nouveau.',
  pending: 'Votre banque n’a pas encore répondu. Rien n’a été débité. Réessayez dans un instant.',
  offline: 'Le service de paiement ne répond pas. Vérifiez votre connexion, puis réessayez.',
  alone: 'Cette page fait partie d’un parcours de paiement. Revenez à la page d’où vous venez.',
  close: 'Annuler et revenir',
  back: 'Revenir au paiement',
  again: 'Réessayer',
  restart: 'Un problème\u00a0? Recharger la page',
  returned:
    'Votre banque vous a renvoyé ici. Fermez cette fenêtre et continuez sur la page où vous étiez en train de payer.',
};
