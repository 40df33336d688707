/** One of the origins that `npm start` opens. */
export interface Origin {
  /** The environment variable that moves it to another port. */
  readonly variable: 'PORT' | 'BROWSER_PORT' | 'SHOP_PORT';
  readonly port: string;
  /** Its address from this machine. */
  readonly local: string;
  /** Its address as clients see it. */
  readonly public: string;
}

export interface Addresses {
  readonly host: string;
  readonly api: Origin;
  readonly browser: Origin;
  /** Absent where others could reach it: it holds a private key that everyone knows. */
  readonly shop: Origin | undefined;
}

/** The three origins of DESIGN section 3, by the environment variables named there. */
export const addresses = (env: NodeJS.ProcessEnv): Addresses => {
  const host = env.HOST || '127.0.0.1';
  const onlyHere = /^127\.|^::1$|^localhost$/.test(host);

  const origin = (variable: Origin['variable'], port: string, seenAs?: string): Origin => {
    const local = `http://${onlyHere || host === '0.0.0.0' || host === '::' ? 'localhost' : bracketed(host)}:${port}`;
    return { variable, port, local, public: (seenAs || local).replace(/\/$/, '') };
  };

  return {
    host,
    api: origin('PORT', env.PORT || '3000', env.PUBLIC_URL),
    browser: origin('BROWSER_PORT', env.BROWSER_PORT || '3001', env.BROWSER_URL),
    shop: onlyHere ? origin('SHOP_PORT', env.SHOP_PORT || '4000') : undefined,
  };
};

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
