/** No boxes, and a serif font of the catalogue. */
export const underlined = {
  fields: {
    all: {
      style: {
        fontFamily: 'Lora, Georgia, serif',
        fontSize: '19px',
        fontColor: '#1c1917',
        placeholder: { color: '#78716c' },
        invalid: { fontColor: '#b3261e' },
      },
    },
    number: { selector: '#underlined-number', style: { placeholder: { content: '1234 1234 1234 1234' } } },
    month: { selector: '#underlined-month', style: { placeholder: { content: 'MM' } } },
    year: { selector: '#underlined-year', style: { placeholder: { content: 'YYYY' } } },
    cvv: { selector: '#underlined-cvv', style: { placeholder: { content: '123' } } },
  },
};
