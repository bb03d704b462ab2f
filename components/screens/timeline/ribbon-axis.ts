/** A labelled place on the axis of time. */
export interface Tick {
  /** Position from 0 to 1. */
  readonly share: number;
  readonly label: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Most labels that stand beside one another, also in a narrow window. */
const MOST_TICKS = 7;
/** Distances between labels within days in milliseconds, and across days in days and months. */
const WITHIN_DAYS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const IN_DAYS = [1, 2, 7, 14];
const IN_MONTHS = [1, 3, 6, 12, 24, 60];

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric" });

/** Labels of an axis between two times, at full minutes, hours, days or months of the reader's own zone; at least one. */
export function ticksBetween(from: Date, to: Date): Tick[] {
  const found = to > from ? fullTimes(from, to) : [];
  return found.length > 0 ? found : [{ share: 0, label: TIME.format(from) }];
}

function fullTimes(from: Date, to: Date): Tick[] {
  const long = to.getTime() - from.getTime();
  const within = WITHIN_DAYS.find((step) => long / step <= MOST_TICKS);
  if (within !== undefined) return ticks(from, to, startOfDay(from), (day) => timesOf(day, within), timeLabel);
  const days = IN_DAYS.find((step) => long / (step * DAY) <= MOST_TICKS);
  if (days !== undefined) return ticks(from, to, startOfDay(from), (day) => everyDays(day, days), DATE.format);
  const months = IN_MONTHS.find((step) => long / (step * 30 * DAY) <= MOST_TICKS) ?? 120;
  return ticks(from, to, startOfMonth(from, months), (month) => everyMonths(month, months), MONTH.format);
}

function ticks(
  from: Date,
  to: Date,
  start: Date,
  times: (start: Date) => Generator<Date>,
  label: (time: Date) => string,
): Tick[] {
  const found: Tick[] = [];
  for (const time of times(start)) {
    if (time > to) break;
    if (time < from) continue;
    found.push({ share: (time.getTime() - from.getTime()) / (to.getTime() - from.getTime()), label: label(time) });
  }
  return found;
}

/** A time of day; midnight says which day begins. */
function timeLabel(time: Date): string {
  return time.getHours() === 0 && time.getMinutes() === 0 ? DATE.format(time) : TIME.format(time);
}

function startOfDay(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate());
}

function startOfMonth(time: Date, months: number): Date {
  const month = time.getFullYear() * 12 + time.getMonth();
  return new Date(0, Math.floor(month / months) * months - 1900 * 12, 1);
}

/** Times of day after day: an hour that the clock skips or repeats shifts none of the next day. */
function* timesOf(first: Date, step: number): Generator<Date> {
  for (const day of everyDays(first, 1)) {
    for (let minutes = 0; minutes < DAY / MINUTE; minutes += step / MINUTE) {
      yield new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minutes);
    }
  }
}

function* everyDays(first: Date, step: number): Generator<Date> {
  for (let day = 0; ; day += step) yield new Date(first.getFullYear(), first.getMonth(), first.getDate() + day);
}

function* everyMonths(first: Date, step: number): Generator<Date> {
  for (let month = 0; ; month += step) yield new Date(first.getFullYear(), first.getMonth() + month, 1);
}
