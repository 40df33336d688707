/** Light on dark. Filled-in values keep the colors too. */
export const plastic = {
  fields: {
    all: {
      style: {
        fontFamily: 'Work Sans, sans-serif',
        fontSize: '20px',
        fontWeight: 500,
        fontColor: '#ffffff',
        letterSpacing: '0.04em',
        padding: '0 12px',
        placeholder: { color: '#b9c6e4' },
        invalid: { fontColor: '#ffc9c2' },
      },
    },
    number: { selector: '#plastic-number', style: { placeholder: { content: '1234 1234 1234 1234' } } },
    month: { selector: '#plastic-month', style: { placeholder: { content: 'MM' } } },
    year: { selector: '#plastic-year', style: { placeholder: { content: 'YYYY' } } },
    cvv: { selector: '#plastic-cvv', style: { placeholder: { content: '123' } } },
  },
};
