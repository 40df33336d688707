/** Reads the Dockerfile, for the tests and for a build of its steps where no builder of images runs. */
import { readDeployed } from './checks.ts';

export interface Copy {
  /** The stage that it copies from; undefined: the repository. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export interface Stage {
  readonly name: string;
  readonly copies: readonly Copy[];
  readonly env: Readonly<Record<string, string>>;
  /** The defaults of its build arguments. */
  readonly args: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly exposes: readonly string[];
  readonly user: string | undefined;
  readonly command: readonly string[];
}

/** Returns what instructions of `NAME=value` set; a name without a value is not among it. */
const pairsOf = (words: readonly (readonly string[])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    words
      .flat()
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

/** Returns the stages of the Dockerfile in order, and its text. */
export const readDockerfile = (): { readonly stages: readonly Stage[]; readonly text: string } => {
  const text = readDeployed('Dockerfile');
  const lines = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ instruction: line.slice(0, line.indexOf(' ')), words: line.trim().split(/\s+/).slice(1) }));
  const starts = lines.flatMap(({ instruction }, at) => (instruction === 'FROM' ? [at] : []));
  const stages = starts.map((start, index): Stage => {
    const own = lines.slice(start, starts[index + 1]);
    const of = (wanted: string) => own.filter(({ instruction }) => instruction === wanted).map(({ words }) => words);
    const [from = []] = of('FROM');
    return {
      name: from[1] === 'AS' ? (from[2] ?? '') : '',
      copies: of('COPY').map((words) => {
        const option = words[0]?.startsWith('--from=') ? words[0].slice('--from='.length) : undefined;
        const paths = option === undefined ? words : words.slice(1);
        return { from: option, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
      }),
      env: pairsOf(of('ENV')),
      args: pairsOf(of('ARG')),
      labels: pairsOf(of('LABEL')),
      exposes: of('EXPOSE').flat(),
      user: of('USER').at(-1)?.[0],
      command: JSON.parse(of('CMD').at(-1)?.join(' ') ?? '[]'),
    };
  });
  return { stages, text };
};
