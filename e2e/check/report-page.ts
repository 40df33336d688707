import type { Level, Result } from './finding.ts';

const WORDS: Readonly<Record<Level, string>> = { good: 'Good', warning: 'Look at this', problem: 'Problem' };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#fcfcfb, #17191d); --card: light-dark(#fff, #1f2227);
  --text: light-dark(#1a1c20, #eceef1); --quiet: light-dark(#5a6069, #a5abb5); --line: light-dark(#dfe1e5, #363a42);
  --good: light-dark(#166534, #6ee7a0); --warning: light-dark(#8a4b00, #fbbf5c); --problem: light-dark(#b91c1c, #fca5a5); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 32px 16px 64px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; } h2 { margin: 0; font-size: 20px; line-height: 1.3; }
.quiet { color: var(--quiet); overflow-wrap: anywhere; }
.contents { display: grid; gap: 4px; margin: 24px 0 32px; padding: 0; list-style: none; }
.contents a { color: inherit; }
section { margin: 0 0 16px; padding: 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
ul { margin: 12px 0 0; padding-inline-start: 0; list-style: none; }
li { display: grid; grid-template-columns: 7.5rem 1fr; align-items: baseline; overflow-wrap: anywhere; }
section li { margin-top: 4px; }
.level { font-size: 14px; font-weight: 600; }
.good { color: var(--good); } .warning { color: var(--warning); } .problem { color: var(--problem); }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr)); gap: 16px; margin-top: 16px; }
figure { margin: 0; } img { display: block; width: 100%; border: 1px solid var(--line); border-radius: 8px; }
figcaption { color: var(--quiet); font-size: 14px; }
@media (max-width: 40rem) { li { grid-template-columns: 6.5rem 1fr; } }
`;

const mark = (level: Level) => `<span class="level ${level}">${WORDS[level]}</span>`;

const section = ({ name, title, findings, pictures }: Result): string => `<section id="${name}">
<h2>${escaped(title)}</h2>
<ul>
${findings.map(({ level, text }) => `<li>${mark(level)}<span>${escaped(text)}</span></li>`).join('\n')}
</ul>
<div class="pictures">
${pictures
  .map(
    ({ file, caption }) =>
      `<figure><a href="${file}"><img src="${file}" alt="${escaped(caption)}" loading="lazy"></a><figcaption>${escaped(caption)}</figcaption></figure>`,
  )
  .join('\n')}
</div>
</section>`;

/** Returns the report as a page, which shows the pictures beside it. */
export const reportPage = (address: string, at: Date, results: readonly Result[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Checkout report</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>What customers see at your checkout</h1>
<p class="quiet">${escaped(address)}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<ul class="contents">
${results.map(({ name, title, level }) => `<li>${mark(level)}<a href="#${name}">${escaped(title)}</a></li>`).join('\n')}
</ul>
${results.map(section).join('\n')}
</main>
</body>
</html>
`;
