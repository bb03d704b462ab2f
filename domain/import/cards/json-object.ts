import { escapeToken } from "../../change/pointer.ts";
import { ImportError } from "../import-error.ts";
import { CARD_LIMITS } from "./card-limits.ts";
import type { ArraySpan, JsonSpan, ObjectSpan } from "./json-text.ts";

/**
 * Object of a JSON text whose fields are read with the types they must have. A field that is absent or null is empty.
 *
 * Its methods throw an `ImportError` that names the field, where it has another type or could not be stored.
 */
export class JsonObjectFields {
  readonly span: ObjectSpan;
  /** JSON Pointer of the object. */
  readonly pointer: string;

  /** @throws {ImportError} where the value is no object */
  constructor(span: JsonSpan, pointer: string) {
    if (span.kind !== "object") throw wrong(pointer, "must be an object");
    this.span = span;
    this.pointer = pointer;
  }

  /** Returns the value of a field with its place; null where it is absent or null. */
  at(name: string): JsonSpan | null {
    const span = this.span.members.get(name);
    return span === undefined || (span.kind === "scalar" && span.value === null) ? null : span;
  }

  text(name: string): string {
    const span = this.at(name);
    return span === null ? "" : textOf(span, this.#pointerTo(name));
  }

  /** Returns a list of texts. Of some tools it is one text with commas, where `isSplit`. */
  texts(name: string, isSplit = false): string[] {
    const span = this.at(name);
    const pointer = this.#pointerTo(name);
    if (isSplit && span?.kind === "scalar" && typeof span.value === "string") {
      const parts = textOf(span, pointer).split(",");
      return parts.map((part) => part.trim()).filter((part) => part !== "");
    }
    const items = this.array(name)?.items ?? [];
    if (items.length > CARD_LIMITS.listItems) {
      const message = `The list at ${pointer} has more than ${CARD_LIMITS.listItems} texts, the limit of a card.`;
      throw new ImportError("too_large", message, { pointer });
    }
    return items.map((item, at) => textOf(item, `${pointer}/${at}`));
  }

  flag(name: string, otherwise: boolean): boolean {
    const span = this.at(name);
    if (span === null) return otherwise;
    if (span.kind !== "scalar" || typeof span.value !== "boolean")
      throw wrong(this.#pointerTo(name), "must be true or false");
    return span.value;
  }

  number(name: string): number | null {
    const span = this.at(name);
    if (span === null) return null;
    if (span.kind !== "scalar" || typeof span.value !== "number" || !Number.isFinite(span.value))
      throw wrong(this.#pointerTo(name), "must be a number");
    return span.value;
  }

  array(name: string): ArraySpan | null {
    const span = this.at(name);
    if (span === null) return null;
    if (span.kind !== "array") throw wrong(this.#pointerTo(name), "must be a list");
    return span;
  }

  object(name: string): JsonObjectFields | null {
    const span = this.at(name);
    return span === null ? null : new JsonObjectFields(span, this.#pointerTo(name));
  }

  /** Returns the names of its fields that are not among the known ones. */
  others(known: readonly string[]): string[] {
    return [...this.span.members.keys()].filter((name) => !known.includes(name));
  }

  #pointerTo(name: string): string {
    return `${this.pointer}/${escapeToken(name)}`;
  }
}

function textOf(span: JsonSpan, pointer: string): string {
  if (span.kind !== "scalar" || typeof span.value !== "string") throw wrong(pointer, "must be text");
  if (span.value.includes("\0") || !span.value.isWellFormed()) {
    const message = `${pointer} contains a NUL character or half of a surrogate pair.`;
    throw new ImportError("invalid_character", message, { pointer });
  }
  return span.value;
}

function wrong(pointer: string, message: string): ImportError {
  return new ImportError("invalid_shape", `${pointer === "" ? "The content" : pointer} ${message}.`, { pointer });
}
