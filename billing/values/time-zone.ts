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
