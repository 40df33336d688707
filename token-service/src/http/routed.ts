/**
 * Names the paths that a middleware answers, so that tests can ask every one of them. A part after a colon is a
 * parameter; a path that ends in a slash is followed by a code.
 */
export const routed = <Answering extends object>(
  middleware: Answering,
  paths: Iterable<string>,
): Answering & { readonly paths: readonly string[] } => Object.assign(middleware, { paths: [...paths] });
