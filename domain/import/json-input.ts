import { escapeToken } from "../change/pointer.ts";
import type { Json } from "../json.ts";
import { ImportError } from "./import-error.ts";
import { jsonMistakeAt } from "./json-mistake.ts";
import { IMPORT_LIMITS } from "./story.ts";

/**
 * The JSON value of an import's content, given as text or as the value itself. It is checked for what could not be
 * stored or could not come back as it was: NUL and lone surrogates, numbers out of range, too much nesting.
 */
export function readJsonContent(content: unknown): Json {
  const value = typeof content === "string" ? parse(content) : content;
  check(value);
  return value as Json;
}

function parse(content: string): unknown {
  const text = content.startsWith("\ufeff") ? content.slice(1) : content;
  try {
    return JSON.parse(text);
  } catch (error) {
    // What is too deep for the engine is JSON all the same.
    const where = error instanceof SyntaxError ? placeIn(text, jsonMistakeAt(text)) : {};
    throw new ImportError("invalid_json", "The content is not JSON.", where);
  }
}

/** Line and column of a position in a text, counted from 1. */
export function placeIn(text: string, position: number): { line: number; column: number } {
  return { line: lineAt(text, position), column: position - text.lastIndexOf("\n", position - 1) };
}

/** Line of a position in a text, counted from 1. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

interface Step {
  value: unknown;
  depth: number;
  parent: Step | null;
  key: string;
}

function check(root: unknown): void {
  const stack: Step[] = [{ value: root, depth: 0, parent: null, key: "" }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { value, depth } = step;
    if (typeof value === "string") checkText(value, step);
    else if (typeof value === "number") {
      if (!Number.isFinite(value)) {
        throw new ImportError("invalid_shape", "A number is out of range.", { pointer: pointerOf(step) });
      }
    } else if (typeof value === "object" && value !== null) {
      if (depth >= IMPORT_LIMITS.jsonDepth) {
        throw new ImportError("too_deep", `The content is nested deeper than ${IMPORT_LIMITS.jsonDepth} levels.`, {
          pointer: pointerOf(step),
        });
      }
      for (const [key, item] of Object.entries(value)) {
        checkText(key, step);
        stack.push({ value: item, depth: depth + 1, parent: step, key });
      }
    } else if (value !== null && typeof value !== "boolean") {
      throw new ImportError("invalid_shape", "The content contains something that is not JSON.", {
        pointer: pointerOf(step),
      });
    }
  }
}

function checkText(text: string, step: Step): void {
  if (text.includes("\0") || !text.isWellFormed()) {
    throw new ImportError("invalid_character", "A text contains a NUL character or half of a surrogate pair.", {
      pointer: pointerOf(step),
    });
  }
}

function pointerOf(step: Step): string {
  const parts: string[] = [];
  for (let at: Step | null = step; at?.parent != null; at = at.parent) parts.push(escapeToken(at.key));
  return parts
    .reverse()
    .map((part) => `/${part}`)
    .join("");
}
