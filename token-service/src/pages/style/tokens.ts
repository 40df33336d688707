/** The design tokens: the only place where a colour, a size or a font of the service's pages and mail is chosen. */

export const LIGHT = {
  ground: '#fbfaf7',
  surface: '#ffffff',
  tint: '#eef3f4',
  ink: '#14202a',
  quiet: '#53616c',
  line: '#dfe3e4',
  'field-line': '#848f98',
  accent: '#0a5a78',
  'accent-strong': '#084860',
  'on-accent': '#ffffff',
  red: '#b3261e',
  'red-tint': '#fcefee',
  green: '#17673a',
  'green-tint': '#ebf5ee',
} as const;

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  ground: '#0e1419',
  surface: '#161e25',
  tint: '#1b262e',
  ink: '#edf2f4',
  quiet: '#a6b3bc',
  line: '#2a363f',
  'field-line': '#6c7a85',
  accent: '#84cbe8',
  'accent-strong': '#a9dcf2',
  'on-accent': '#06222e',
  red: '#ffa198',
  'red-tint': '#331c1b',
  green: '#82d6a3',
  'green-tint': '#14291d',
};

export const MEASURES = {
  small: '0.875rem',
  body: '1rem',
  large: '1.25rem',
  title: '1.75rem',
  display: '2.5rem',
  radius: '12px',
  sans: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
} as const;

const declarations = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join('\n');

/** The tokens of a page, as custom properties. It is dark where the browser prefers that. */
export const tokensByScheme = `:root {
color-scheme: light dark;
${declarations({ ...LIGHT, ...MEASURES })}
}
@media (prefers-color-scheme: dark) {
:root {
${declarations(DARK)}
}
}
`;

/** The tokens of a document in a frame, as custom properties. It is dark where `data-theme` says so. */
export const tokensByTheme = `:root {
color-scheme: light;
${declarations({ ...LIGHT, ...MEASURES })}
}
:root[data-theme="dark"] {
color-scheme: dark;
${declarations(DARK)}
}
`;
