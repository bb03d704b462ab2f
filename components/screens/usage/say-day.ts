const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A day of UTC, `2026-11-22`, as it is said: `22 Nov`. */
export const sayDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));
