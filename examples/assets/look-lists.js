/** Lists for month and year, with the placeholder as first entry. */
export const lists = {
  fields: {
    all: {
      style: {
        fontFamily: 'Inter, sans-serif',
        fontSize: '16px',
        fontColor: '#14202a',
        padding: '0 12px',
        placeholder: { color: '#53616c' },
      },
    },
    number: { selector: '#lists-number', style: { placeholder: { content: '1234 1234 1234 1234' } } },
    month: { selector: '#lists-month', inputType: 'select', style: { placeholder: { content: 'MM' } } },
    year: { selector: '#lists-year', inputType: 'select', style: { placeholder: { content: 'YYYY' } } },
    cvv: { selector: '#lists-cvv', style: { placeholder: { content: '123' } } },
  },
};
