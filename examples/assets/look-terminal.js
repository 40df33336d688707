/** A monospaced font, and colors down to the caret and the selection. */
export const terminal = {
  fields: {
    all: {
      style: {
        fontFamily: 'JetBrains Mono, monospace',
        fontSize: '16px',
        fontColor: '#7ee787',
        caretColor: '#ffffff',
        placeholder: { color: '#6f9576' },
        selection: { fontColor: '#0b0f0c' },
        invalid: { textDecoration: 'underline wavy #ff7b72' },
      },
    },
    number: { selector: '#terminal-number', style: { placeholder: { content: '1234 1234 1234 1234' } } },
    month: { selector: '#terminal-month', style: { placeholder: { content: 'MM' } } },
    year: { selector: '#terminal-year', style: { placeholder: { content: 'YYYY' } } },
    cvv: { selector: '#terminal-cvv', style: { placeholder: { content: '123' } } },
  },
};
