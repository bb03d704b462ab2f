import pino from "pino";
import type { Config } from "../config.ts";
import type { RequestLine } from "../operation/context.ts";
import { redact, redactText } from "./redact.ts";

/** Sink of structured log lines. Every line is stripped of secrets before it is written. */
export interface Logger {
  /** The line of every request: written by hand, because it is a third of the work that a request which does nothing makes. */
  request(line: RequestLine): void;
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

let written = { ms: Number.NaN, text: "" };

/** The field of the present time; many lines share a millisecond. */
function timeField(): string {
  const ms = Date.now();
  if (ms !== written.ms) written = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return written.text;
}

/** The same as the line that pino would write. */
function requestText({ request_id, operation, status, actor, ms }: RequestLine): string {
  const who = actor === null ? "null" : JSON.stringify(redactText(actor));
  const took = ms === undefined ? "" : `,"ms":${ms}`;
  const what = JSON.stringify(redactText(operation));
  return `{"level":"info"${timeField()},"request_id":"${request_id}","operation":${what},"status":${status},"actor":${who}${took},"msg":"request"}\n`;
}

function wrap(target: pino.Logger, output: Output | null): Logger {
  return {
    request: (line) => {
      if (output === null) target.info(line, "request");
      else if (target.isLevelEnabled("info")) output.write(requestText(line));
    },
    debug: (fields, message) => target.debug(fields, redactText(message)),
    info: (fields, message) => target.info(fields, redactText(message)),
    warn: (fields, message) => target.warn(fields, redactText(message)),
    error: (fields, message) => target.error(fields, redactText(message)),
    // Its fields are known to pino alone.
    child: (fields) => wrap(target.child(redact(fields) as pino.Bindings), null),
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
    timestamp: timeField,
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => redact(fields) as Record<string, unknown>,
    },
  };
  const lines: Output = atTerminal ? { write: (line) => output.write(forPeople(line)) } : output;
  return wrap(pino(options, lines as pino.DestinationStream), lines);
}
