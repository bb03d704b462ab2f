/** Names of fields that hold what nobody may read in a log. */
const SECRET_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|password|passwd|secret|token|credential|api[-_]?key|key|private[-_]?key|encryption[-_]?key|database(_direct)?[-_]?url|[a-z_-]*(password|secret|_token|api[-_]?key|private[-_]?key))$/i;

/** Cache of verdicts on field names: the same few come with every line. */
const judged = new Map<string, boolean>();
const JUDGED = 500;

function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecret = SECRET_NAME.test(name);
  if (judged.size < JUDGED) judged.set(name, isSecret);
  return isSecret;
}

/** Secrets that can be told by their form, wherever they stand. */
const SECRET_FORMS: readonly [RegExp, string][] = [
  [/\b([ps]k_(?:live|test)_)[A-Za-z0-9_-]+/g, "$1[redacted]"],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, "$1 [redacted]"],
  // The password of an address.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@]+@/gi, "$1[redacted]@"],
];

/** Pattern that every secret's form contains. Nearly no text does, and one test costs a third of three. */
const SUSPICIOUS = /[ps]k_(?:live|test)_|(?:Bearer|Basic)\s|:\/\//i;

const HIDDEN = "[redacted]";
/** Depth below which log lines are not searched: no field of ours is nested that deep. */
const DEPTH = 8;

/** A text without what looks like a key, a token or the password of an address. */
export function redactText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return SECRET_FORMS.reduce((kept, [form, instead]) => kept.replace(form, instead), text);
}

/**
 * An error as fields. Drivers add the statement's parameters and the values of the row to their errors, which are
 * people's data: only the cause's own words are kept.
 */
function errorFields(error: Error, depth: number): Record<string, unknown> {
  const cause = error.cause instanceof Error ? errorFields(error.cause, depth + 1) : undefined;
  const { code } = error as { code?: unknown };
  let message = redactText(error.message);
  if ("query" in error && "params" in error) message = "a database statement failed";
  // PostgreSQL quotes the value it could not read.
  else if (error.name === "PostgresError" && String(code).startsWith("22")) message = "the database refused a value";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message,
    ...(typeof code === "string" ? { code } : {}),
    stack: frames.join("\n"),
    ...(cause === undefined || depth > 4 ? {} : { cause }),
  };
}

/** A copy of a log line's fields that holds no secret, at any depth. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEPTH) return "[deep]";
  if (value instanceof Error) return errorFields(value, depth);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Headers) return redact(Object.fromEntries(value), depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    // It would set what the copy is made from.
    if (name === "__proto__") continue;
    const hidden = isSecretName(name) && field !== null && field !== undefined && typeof field !== "boolean";
    fields[name] = hidden ? HIDDEN : redact(field, depth + 1);
  }
  return fields;
}
