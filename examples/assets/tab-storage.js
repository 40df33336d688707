/** Passes the storage of this tab to `use`. Returns undefined in a browser that stores nothing for this page. */
export const inTab = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};
