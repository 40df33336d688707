/** A web font by its catalogue name: there is no file to host, and none for the page to load. */
export const rounded = {
  fields: {
    all: {
      style: {
        fontFamily: 'Nunito, sans-serif',
        fontSize: '20px',
        fontWeight: 700,
        fontColor: '#3b1d82',
        padding: '0 24px',
        placeholder: { color: '#7a68a8', fontWeight: 600 },
        valid: { fontColor: '#17673a' },
        invalid: { fontColor: '#b3261e' },
      },
    },
    number: { selector: '#rounded-number', style: { placeholder: { content: '1234 1234 1234 1234' } } },
    month: { selector: '#rounded-month', style: { placeholder: { content: 'MM' } } },
    year: { selector: '#rounded-year', style: { placeholder: { content: 'YYYY' } } },
    cvv: { selector: '#rounded-cvv', style: { placeholder: { content: '123' } } },
  },
};
