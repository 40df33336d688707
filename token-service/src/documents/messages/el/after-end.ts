import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Δεν θα χρεωθείτε ξανά για αυτήν.',
  noMore: 'Πέρα από αυτό, δεν θα χρεωθείτε ξανά για αυτήν.',
  owed: (amount) => `Οφείλετε ακόμη ${amount} από προηγούμενα τιμολόγια.`,
  underWay: (amount) => `Μια πληρωμή ${amount} βρίσκεται ακόμη σε εξέλιξη.`,
  uninvoiced: (amount) => `Χρεώσεις ${amount} δεν έχουν τιμολογηθεί ακόμη και θα ακολουθήσουν.`,
  usage: 'Ό,τι χρησιμοποιήσετε μέχρι τότε θα χρεωθεί στο τέλος.',
  renews: 'Μέχρι τότε ανανεώνεται και χρεώνεται όπως πριν.',
};
