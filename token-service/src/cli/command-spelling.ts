/** The way in which an operator types commands: `npm run site -- list`, or `billing site list`. */
export interface CommandSpelling {
  /** Returns what starts the commands of a tool. */
  tool(name: string): string;
  /** Returns a text that names commands as npm runs them with the commands as the operator types them. */
  text(text: string): string;
}

export const AS_NPM: CommandSpelling = { tool: (name) => `npm run ${name} --`, text: (text) => text };

/** @param names the commands that `billing` has */
export const asBilling = (names: readonly string[]): CommandSpelling => {
  const started = new RegExp(`\\bnpm run (${names.join('|')})(?![\\w-])(?: --(?= |$))?`, 'gm');
  return { tool: (name) => `billing ${name}`, text: (text) => text.replaceAll(started, 'billing $1') };
};
