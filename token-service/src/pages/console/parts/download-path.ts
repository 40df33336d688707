export const DOWNLOAD_PATH = '/download';

/** Returns the address of the page that downloads a file. All are without the prefix of the site. */
export const downloadPath = (file: string, back?: string): string =>
  `${DOWNLOAD_PATH}?${new URLSearchParams({ file, ...(back === undefined ? {} : { back }) })}`;
