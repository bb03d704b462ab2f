import type { Failure } from "./item.ts";

/** Longest URL taken; what browsers and FastAPI agree on. */
export const MAX_URL_LENGTH = 2083;

const DATE = /^(\d{4})-(\d{2})-(\d{2})/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?([Zz]|([+-])(\d{2}):(\d{2}))?$/;

/** Returns the reason why a text is not an RFC 3339 date and time with a time zone; null when it is one. */
export function explainDateTime(text: string): Failure | null {
  const reason = dateReason(text);
  if (reason !== null) return notADateTime(reason);
  const parts = DATE_TIME.exec(text);
  // A date alone is understood, but names no instant.
  if (parts === null) {
    if (UNESCAPED_OFFSET.test(text)) return notADateTime(LOST_PLUS);
    return text.length === 10 ? NO_TIME_ZONE : notADateTime(EXTRA_CHARACTERS);
  }
  const [, hour, minute, second, , zone, , zoneHour = "0", zoneMinute = "0"] = parts;
  const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  if (!isClock || Number(zoneHour) > 23 || Number(zoneMinute) > 59) return notADateTime(EXTRA_CHARACTERS);
  if (zone === undefined) return NO_TIME_ZONE;
  const year = new Date(utcMilliseconds(parts, text)).getUTCFullYear();
  if (year >= 1 && year <= 9999) return null;
  const error = `year ${year} is out of range`;
  return { type: "datetime_object_invalid", msg: `Invalid datetime object, got ${error}`, ctx: { error } };
}

/** The same instant written in UTC, its fraction digits kept. The text must be a valid date and time. */
export function toUtc(text: string): string {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return text;
  return `${new Date(utcMilliseconds(parts, text)).toISOString().slice(0, 19)}${parts[4] ?? ""}Z`;
}

/** An offset whose `+` became a space on its way through a query. */
const UNESCAPED_OFFSET = /\d \d{2}:\d{2}$/;
const LOST_PLUS = "a space where an offset begins: in a query `+` is written `%2B`";
const EXTRA_CHARACTERS = "unexpected extra characters at the end of the input";
const NO_TIME_ZONE: Failure = { type: "timezone_aware", msg: "Input should have timezone info" };

function notADateTime(error: string): Failure {
  const msg = `Input should be a valid datetime or date, ${error}`;
  return { type: "datetime_from_date_parsing", msg, ctx: { error } };
}

function dateReason(text: string): string | null {
  if (text.length < 10) return "input is too short";
  const parts = DATE.exec(text);
  if (parts === null) {
    if (!/^\d{4}/.test(text)) return "invalid character in year";
    if (text[4] !== "-" || text[7] !== "-") return "invalid date separator, expected `-`";
    return /^\d{2}/.test(text.slice(5)) ? "invalid character in day" : "invalid character in month";
  }
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12) return "month value is outside expected range of 1-12";
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return day >= 1 && date.getUTCDate() === day ? null : "day value is outside expected range";
}

function utcMilliseconds(parts: RegExpExecArray, text: string): number {
  const [, hour, minute, second, , , sign, zoneHour = "0", zoneMinute = "0"] = parts;
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  return date.getTime() - (sign === "-" ? -offset : offset);
}

/**
 * Returns the reason why a text is not an absolute URL of one of the schemes (any scheme when null); null when it is
 * one.
 */
export function explainUrl(text: string, schemes: readonly string[] | null): Failure | null {
  if (text.length > MAX_URL_LENGTH) {
    const msg = `URL should have at most ${MAX_URL_LENGTH} characters`;
    return { type: "url_too_long", msg, ctx: { max_length: MAX_URL_LENGTH } };
  }
  const error = urlReason(text);
  if (error !== null) return { type: "url_parsing", msg: `Input should be a valid URL, ${error}`, ctx: { error } };
  const scheme = text.slice(0, text.indexOf(":")).toLowerCase();
  if (schemes === null || schemes.includes(scheme)) return null;
  const quoted = schemes.map((name) => `'${name}'`);
  const last = quoted.pop() ?? "";
  const expected = quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
  return { type: "url_scheme", msg: `URL scheme should be ${expected}`, ctx: { expected_schemes: expected } };
}

function urlReason(text: string): string | null {
  if (text === "") return "input is empty";
  if (!/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text)) return "relative URL without a base";
  const afterScheme = text.slice(text.indexOf(":") + 1);
  // A parser would repair "https:host" and drop spaces and control characters; what is kept must be what was meant.
  if (!afterScheme.startsWith("//")) return "relative URL without a base";
  const authority = /^[^/?#\\]*/.exec(afterScheme.slice(2))?.[0] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  if (host === "" || host.startsWith(":")) return "empty host";
  if (URL.canParse(text)) return /[\p{Cc} ]/u.test(text) ? "invalid domain character" : null;
  if (host.startsWith("[")) return "invalid IPv6 address";
  const port = /:([^:]*)$/.exec(host)?.[1];
  if (port !== undefined && !(/^\d*$/.test(port) && Number(port) <= 65535)) return "invalid port number";
  return /(?:^|\.)\d+\.?$/.test(host.replace(/:\d*$/, ""))
    ? "invalid IPv4 address"
    : "invalid international domain name";
}

/** Returns the reason why a text is not a UUID. */
export function explainUuid(text: string): Failure {
  const error = uuidReason(text);
  return { type: "uuid_parsing", msg: `Input should be a valid UUID, ${error}`, ctx: { error } };
}

function uuidReason(text: string): string {
  const wrong = /[^0-9a-fA-F-]/u.exec(text);
  if (wrong !== null) return `invalid character: found \`${wrong[0]}\` at ${wrong.index + 1}`;
  const groups = text.split("-");
  if (groups.length === 1 && text.length !== 32) {
    return `invalid length: expected length 32 for simple format, found ${text.length}`;
  }
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`;
  const lengths = [8, 4, 4, 4, 12];
  const odd = lengths.findIndex((length, index) => groups[index]?.length !== length);
  if (odd === -1) return "invalid version or variant";
  return `invalid group length in group ${odd}: expected ${lengths[odd]}, found ${groups[odd]?.length}`;
}
