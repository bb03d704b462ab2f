import { jsonrepair } from "jsonrepair";
import type { Json, JsonObject } from "#domain/json.ts";
import { DEFAULT_MAX_DEPTH } from "../../kernel/validation/json-values.ts";
import { repairJson } from "../../kernel/validation/repair-json.ts";
import type { AnswerIssue } from "./answer-issue.ts";

/** Repair of an answer that held what the record cannot. */
export const REPLACED = "unstorable_replaced";

/** Value read from a model's answer, with the repairs that reading it took. */
export interface ReadAnswer {
  readonly value: Json;
  /** Repairs in the order in which they were made. */
  readonly repairs: string[];
  /** Reason why nothing could be read; null where a value was read. */
  readonly mistake: AnswerIssue | null;
}

/** Reads the answer of a model: as text where no schema was asked for, else as JSON, repaired where that is safe. */
export function readAnswer(text: string, schema: JsonObject | null): ReadAnswer {
  if (schema === null) return { value: text.trim(), repairs: [], mistake: null };
  const repairs: string[] = [];
  const steps: [name: string, change: (text: string) => string][] = [
    ["fences_stripped", withoutFences],
    ["object_found", balanced],
    ["json_repaired", repaired],
  ];
  let last = text.trim();
  for (const step of [null, ...steps]) {
    if (step !== null) {
      const changed = step[1](last);
      if (changed === last) continue;
      last = changed;
      repairs.push(step[0]);
    }
    const value = parsed(last);
    if (value === undefined) continue;
    const fit = repairJson(value, DEFAULT_MAX_DEPTH);
    if (fit.repairs > 0) repairs.push(REPLACED);
    return { value: fit.value, repairs, mistake: null };
  }
  return { value: null, repairs, mistake: { pointer: "", message: "The answer is no JSON." } };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the text between the first pair of code fences, or the whole text without them. */
function withoutFences(text: string): string {
  const opening = /```(?:json)?[^\S\n]*\n/.exec(text);
  if (opening === null) return text;
  const start = opening.index + opening[0].length;
  const end = text.indexOf("```", start);
  return end === -1 ? text : text.slice(start, end).trim();
}

/** Returns the text from the first bracket to the one that closes it; to the end where none does. */
function balanced(text: string): string {
  const start = text.search(/[[{]/);
  if (start < 0) return text;
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === "\\") at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return text.slice(start);
}

/** Most characters that are repaired: the time it takes grows with their square, to half a second here. */
const MAX_REPAIRED = 64 * 1024;

function repaired(text: string): string {
  // A sentence is no JSON, however much it is repaired.
  if (!/^[[{]/.test(text) || text.length > MAX_REPAIRED) return text;
  try {
    return jsonrepair(text);
  } catch {
    return text;
  }
}
