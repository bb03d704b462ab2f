import { itemAt, nameForLoc, type ValidationItem, valueError } from "../kernel/validation/item.ts";
import { collectParameters, type Parameters } from "../kernel/validation/parameters.ts";

/** A query string read: its parameters, and what could not be read. */
export interface Query {
  parameters: Parameters;
  mistakes: ValidationItem[];
}

const NOT_TEXT = valueError("the parameter is not percent-encoded UTF-8");

/**
 * Reads a query string strictly. `URLSearchParams` would replace broken UTF-8 by U+FFFD and take a broken `%` as it is: a
 * value would be changed without anybody hearing of it.
 */
export function readQuery(source: string): Query {
  const mistakes: ValidationItem[] = [];
  const pairs: [string, string][] = [];
  for (const part of source === "" ? [] : source.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    const value = equals === -1 ? "" : decode(part.slice(equals + 1));
    if (name === null || value === null) {
      mistakes.push(itemAt(["query", nameForLoc(name ?? rawName)], NOT_TEXT));
      continue;
    }
    pairs.push([name, value]);
  }
  return { parameters: collectParameters(pairs), mistakes };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
