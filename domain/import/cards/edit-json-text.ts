import { addToList } from "../../add-to-list.ts";
import type { ArraySpan, JsonSpan, ObjectSpan } from "./json-text.ts";

/** Characters between two values that are repeated; a text with more of them could grow without limit. */
const MAX_SPACE = 200;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Collection of changes of a JSON text. What is not changed keeps its characters, with its spaces and the order of its names. */
export class JsonTextEdits {
  readonly #text: string;
  readonly #edits: Edit[] = [];
  readonly #added = new Map<ObjectSpan, string[]>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the characters of a value. */
  textOf({ start, end }: JsonSpan): string {
    return this.#text.slice(start, end);
  }

  /** Sets a value in the place of another one. */
  replace({ start, end }: JsonSpan, value: unknown): void {
    this.#edits.push({ start, end, text: JSON.stringify(value) });
  }

  /** Sets a member of an object, behind its other members where it has none of that name. */
  put(object: ObjectSpan, name: string, value: unknown): void {
    this.putText(object, name, JSON.stringify(value));
  }

  /** Sets a member of an object, as {@link put} does, to a value that is JSON text. */
  putText(object: ObjectSpan, name: string, text: string): void {
    const known = object.members.get(name);
    if (known !== undefined) this.#edits.push({ start: known.start, end: known.end, text });
    else addToList(this.#added, object, `${JSON.stringify(name)}${this.#colon(object)}${text}`);
  }

  /** Sets the items of an array, as JSON texts, apart from each other as its items were before. */
  setItems(array: ArraySpan, items: readonly string[]): void {
    const { start, end } = array;
    const [first, second] = array.items;
    const last = array.items.at(-1);
    const before = first === undefined ? "" : this.#text.slice(start + 1, first.start);
    const after = last === undefined ? "" : this.#text.slice(last.end, end - 1);
    const between =
      first !== undefined && second !== undefined ? this.#text.slice(first.end, second.start) : `,${before}`;
    const isFar = before.length + between.length + after.length > MAX_SPACE;
    const text = items.length === 0 || isFar ? `[${items.join(",")}]` : `[${before}${items.join(between)}${after}]`;
    this.#edits.push({ start, end, text });
  }

  /** Returns the text with all changes. */
  result(): string {
    const inserted = [...this.#added].map(([object, members]) => this.#insertion(object, members));
    const edits = [...this.#edits, ...inserted].sort((a, b) => a.start - b.start);
    let at = 0;
    let text = "";
    for (const edit of edits) {
      text += this.#text.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.#text.slice(at);
  }

  #insertion(object: ObjectSpan, members: readonly string[]): Edit {
    const last = [...object.members.values()].at(-1);
    if (last === undefined) return { start: object.start + 1, end: object.start + 1, text: members.join(",") };
    const space = /^\s*/.exec(this.#text.slice(object.start + 1, object.end))?.[0] ?? "";
    const before = space.length > MAX_SPACE ? "," : `,${space}`;
    return { start: last.end, end: last.end, text: members.map((member) => before + member).join("") };
  }

  /** Returns the colon as the first member of an object has it. */
  #colon(object: ObjectSpan): string {
    const [first] = object.members.values();
    if (first === undefined) return ":";
    const name = this.#text.slice(object.start, first.start);
    const colon = name.slice(name.slice(0, name.lastIndexOf(":")).trimEnd().length);
    return colon.length > MAX_SPACE ? ":" : colon;
  }
}
