/** Milliseconds between two checks that npm still runs. */
const ORPHAN_INTERVAL = 250;

/** Resolves on a signal to stop, or if the parent process has ended. A second signal runs `endNow`. */
export const interruption = (endNow: () => void) =>
  new Promise<undefined>((resolve) => {
    for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
      process.once(event, () => {
        process.on(event, endNow);
        resolve(undefined);
      });
    }
    // npm runs this script through a shell, which does not pass signals on.
    const parent = process.ppid;
    const isOrphan = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
    setInterval(() => isOrphan() && resolve(undefined), ORPHAN_INTERVAL).unref();
  });
