/** Whether a program that reads the output, such as `head`, has read enough and closed it. */
export const isClosedOutput = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

/**
 * Lets a command go on to its end when its output is closed meanwhile: what it changes is not left half done, and the
 * rest of its output is dropped.
 */
export const dropClosedOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!isClosedOutput(error)) throw error;
    });
  }
};
