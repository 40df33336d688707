import type { WhyWords } from '../en/why.ts';
import { isolated } from '../isolated.ts';

export const whyWords: WhyWords = {
  title: 'למה הסכום הזה?',
  price: 'מחיר מלא',
  time: 'זמן',
  prorated: 'עבור זמן זה',
  diff: 'הפרש',
  instead: (now, before) => isolated`${now} במקום ${before}`,
  tier: (from, to) => isolated`מחיר ליחידות ${from} עד ${to}`,
  lastTier: (from) => isolated`מחיר ליחידות מ־${from} ואילך`,
  ramp: (from) => isolated`המחיר החל ממחזור החיוב ${from}`,
  trial: 'תקופת ניסיון בחינם',
  usage: 'שימוש',
  late: (amount) => isolated`נרשם מאוחר יותר; ${amount} כבר חויבו.`,
  step: (amount) => isolated`מחיר המדרגה ש־${amount} יחידות מגיעות אליה`,
  coupon: (code) => isolated`קופון ${code}`,
  ofInvoice: (amount) => isolated`${amount} הנחה על כל החשבונית, מתוכה לשורה זו`,
  credit: (charge, invoice) => isolated`זיכוי עבור ״${charge}״ בחשבונית ${invoice}`,
  charged: 'חויב',
  unused: 'זמן שלא נוצל',
  credited: 'זוכה',
  total: 'סה״כ',
  rounding: 'הנחות ומסים מעוגלים פעם אחת עבור כל החשבונית. לכן חלקה של שורה עשוי להיות שונה ביחידה הקטנה ביותר.',
  pdf: '‏PDF עם ההסבר הזה',
  more: 'שאר השורות מחושבות באותה דרך.',
};
