/** Whether a name is one of the IANA time zone database. */
export const isTimeZone = (name: string): boolean => {
  // An offset such as +01:00 has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Returns the names of all time zones, and the given one, which may be an older name, where it is another. */
export const timeZonesWith = (chosen: string): readonly string[] => {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  return chosen === '' || names.includes(chosen) || !isTimeZone(chosen) ? names : [chosen, ...names];
};
