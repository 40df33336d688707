import type { AfterEndWords } from '../en/after-end.ts';
import { isolated } from '../isolated.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'לא יהיו עוד חיובים עבור המינוי.',
  noMore: 'מלבד זאת לא יהיו עוד חיובים עבור המינוי.',
  owed: (amount) => isolated`נותר לתשלום סך של ${amount} מחשבוניות קודמות.`,
  underWay: (amount) => isolated`תשלום בסך ${amount} עדיין בתהליך.`,
  uninvoiced: (amount) => isolated`עבור חיובים בסך ${amount} טרם הופקה חשבונית והיא תופק בהמשך.`,
  usage: 'השימוש עד אז יחויב בסיום.',
  renews: 'עד אז המינוי מתחדש ומחויב כרגיל.',
};
