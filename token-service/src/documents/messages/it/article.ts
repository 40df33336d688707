/** The eighth and the eleventh begin with a vowel: “l’8 dicembre”, but “il 7 dicembre”. */
const elided = (date: string): boolean => /^(8|11)(?!\d)/.test(date);

/** Returns a date behind its article: `il 7 dicembre 2026`, `l’8 dicembre 2026`. */
export const il = (date: string): string => (elided(date) ? `l’${date}` : `il ${date}`);

/** Returns a date behind “a” and its article: `al 7 dicembre 2026`, `all’8 dicembre 2026`. */
export const al = (date: string): string => (elided(date) ? `all’${date}` : `al ${date}`);

/** Returns a date behind “da” and its article: `dal 7 dicembre 2026`, `dall’8 dicembre 2026`. */
export const dal = (date: string): string => (elided(date) ? `dall’${date}` : `dal ${date}`);
