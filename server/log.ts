import pino from "pino";
import type { Config } from "./config.ts";
import { redact, redactText } from "./redact.ts";

/** Where structured log lines go. Every line is stripped of secrets before it is written. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** The same, with these fields (such as a `request_id`) on every line. */
  child(fields: object): Logger;
}

interface Output {
  write(line: string): unknown;
}

const LABELS: Record<string, string> = { debug: "debug", warn: "warning", error: "error", fatal: "error" };

/** A line for a person at a terminal: the time, what happened, and its fields in a row. */
function forPeople(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const { error, ...plain } = fields;
  const label = LABELS[String(level)];
  const clock = String(time).slice(11, 19);
  const row = Object.entries(plain).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const head = [clock, ...(label === undefined ? [] : [`${label}:`]), msg, ...row].join(" ");
  if (typeof error !== "object" || error === null) return `${head}\n`;
  const { type, message, stack } = error as Record<string, unknown>;
  return `${head}\n  ${type}: ${message}\n${stack ?? ""}\n`;
}

function wrap(target: pino.Logger): Logger {
  return {
    debug: (fields, message) => target.debug(fields, redactText(message)),
    info: (fields, message) => target.info(fields, redactText(message)),
    warn: (fields, message) => target.warn(fields, redactText(message)),
    error: (fields, message) => target.error(fields, redactText(message)),
    child: (fields) => wrap(target.child(redact(fields) as pino.Bindings)),
  };
}

/**
 * Makes the process's log: one JSON object a line, with `time`, `level`, `msg` and the fields; at a terminal in
 * development a plain line instead.
 */
export function createLogger(
  config: Pick<Config, "environment" | "logLevel">,
  output: Output = process.stdout,
): Logger {
  const atTerminal = config.environment === "development" && output === process.stdout && process.stdout.isTTY === true;
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => redact(fields) as Record<string, unknown>,
    },
  };
  return wrap(pino(options, atTerminal ? { write: (line: string) => output.write(forPeople(line)) } : output));
}
