/** The frame reads from right to left because the page around it does. Screen readers read the titles. */
export const arabic = {
  locale: 'ar',
  fields: {
    all: {
      style: {
        fontFamily: 'system-ui, sans-serif',
        fontSize: '17px',
        fontColor: '#3a2a14',
        padding: '0 15px',
        placeholder: { color: '#7d6845' },
        invalid: { fontColor: '#a3201a' },
      },
    },
    number: {
      selector: '#arabic-number',
      title: 'رقم البطاقة',
      style: { placeholder: { content: '1234 1234 1234 1234' } },
    },
    month: { selector: '#arabic-month', title: 'شهر الانتهاء', style: { placeholder: { content: '04' } } },
    year: { selector: '#arabic-year', title: 'سنة الانتهاء', style: { placeholder: { content: '2031' } } },
    cvv: { selector: '#arabic-cvv', title: 'رمز الأمان', style: { placeholder: { content: '123' } } },
  },
};
