import type { Steps } from "#domain/steps.ts";
import { Problem } from "../kernel/problem.ts";
import { keptOnBehalf } from "../record/on-behalf.ts";
import type { Encoding } from "./encoding.ts";
import { runYielding } from "./run-yielding.ts";

/** Characters of JSON that are gathered for a transport that carries whole values. */
const GATHERED_CHARACTERS = 32 * 1024 * 1024;
/** Characters up to which an answer is sent whole, with its length and tag, as any other. */
const SMALL_CHARACTERS = 256 * 1024;
/** Entries of a batch that is cut from a list in memory. */
const BATCH = 100;

/** Part of a text or a file: text, or bytes that are sent as they are; those of a text are whole characters in UTF-8. */
export type Piece = string | Uint8Array;

/** Makes the parts of a text one after another. */
type Pieces = AsyncGenerator<Piece, void, undefined>;

/**
 * A JSON body that is made while it is sent: an answer of any size takes the memory of one piece. A handler answers it in
 * place of the value. Its pieces are made after the handler's transaction has ended, so they read at a sequence.
 */
export class JsonPieces<T = unknown> implements AsyncIterable<Piece> {
  readonly #make: () => Pieces;
  readonly #compress: ((encoding: Encoding) => () => Pieces) | null;
  /** Compression in which the pieces are; null for text. */
  readonly encoding: Encoding | null;
  /** For the types alone: what the pieces are the JSON of. */
  declare readonly _value?: T;

  /** @param compress - makes the pieces of the compressed text where whoever makes them can do that too; for large answers alone. */
  constructor(
    make: () => Pieces,
    {
      encoding = null,
      compress,
    }: { readonly encoding?: Encoding | null; readonly compress?: ((encoding: Encoding) => Pieces) | undefined } = {},
  ) {
    this.#make = keptOnBehalf(make);
    this.#compress = compress === undefined ? null : (chosen) => keptOnBehalf(() => compress(chosen));
    this.encoding = encoding;
  }

  [Symbol.asyncIterator](): Pieces {
    return this.#make();
  }

  /**
   * The whole value where it is small, else pieces of which the first are made: what fails at once can be refused as ever.
   * The pieces can then be taken once.
   *
   * @param encoding - compression that a large answer may be made in
   */
  async start(encoding: Encoding | null = null): Promise<T | JsonPieces<T>> {
    if (encoding !== null && this.#compress !== null) {
      return new JsonPieces(await begun(this.#compress(encoding)()), { encoding });
    }
    const text = await beginText(this[Symbol.asyncIterator]());
    return typeof text === "string" ? (JSON.parse(text) as T) : new JsonPieces(text);
  }

  /**
   * The whole value, for a transport that cannot send pieces.
   *
   * @throws {@link Problem} `answer_too_large` beyond 32 MiB of JSON.
   */
  async gather(maxCharacters = GATHERED_CHARACTERS): Promise<T> {
    const texts: string[] = [];
    let characters = 0;
    for await (const piece of this) {
      const text = pieceText(piece);
      texts.push(text);
      characters += text.length;
      if (characters > maxCharacters)
        throw new Problem("answer_too_large", { detail: { max_characters: maxCharacters } });
    }
    return JSON.parse(texts.join("")) as T;
  }
}

/** Makes the first pieces of a text: answers the whole where it is small, else what gives all pieces, once. */
export async function beginText(pieces: Pieces): Promise<string | (() => Pieces)> {
  const made: Piece[] = [];
  let characters = 0;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    made.push(next.value);
    characters += next.value.length;
    if (characters <= SMALL_CHARACTERS) continue;
    // What was made in many parts is sent together, but bytes as they are.
    const first = made.every((piece) => typeof piece === "string") ? [made.join("")] : made;
    return () => continued(first, pieces);
  }
  return made.map(pieceText).join("");
}

/** Makes the first part, and returns what gives it and all others. */
export async function begun(parts: Pieces): Promise<() => Pieces> {
  const first = await parts.next();
  return () => continued(first.done === true ? [] : [first.value], parts);
}

/**
 * Gives parts that are made, and then those that are still to be made. Unlike in a generator, which does nothing before it is first asked,
 * `return` ends whoever makes the rest also where nobody asked for a part.
 */
function continued(made: Piece[], rest: Pieces): Pieces {
  return {
    next: async () => {
      const value = made.shift();
      return value === undefined ? rest.next() : { done: false, value };
    },
    return: (value) => rest.return(value),
    throw: (error) => rest.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: () => rest[Symbol.asyncDispose](),
  };
}

/** Ends whoever makes a body that nobody will be sent. */
export async function endPieces(pieces: AsyncIterable<unknown>): Promise<void> {
  await pieces[Symbol.asyncIterator]().return?.();
}

/** Returns the text of a part. */
function pieceText(piece: Piece): string {
  return typeof piece === "string" ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString();
}

/** Members of an object by name, in their order. */
type Members<Value> = Readonly<Record<string, Value>>;

/** Makes the JSON of a value while it is sent. */
type Making = () => AsyncGenerator<string, void, undefined>;

/** An object in pieces: behind the members that are known come those whose values are made. */
export class ObjectPieces<T = unknown> extends JsonPieces<T> {
  readonly #known: Members<unknown>;
  readonly #made: Members<Making>;

  constructor(known: object, made: Members<Making>) {
    super(() => memberByMember(known, made));
    this.#known = { ...known };
    this.#made = made;
  }

  /** The object with some of its members; nothing of the others is made. */
  only(names: ReadonlySet<string>): ObjectPieces<Partial<T>> {
    return new ObjectPieces(named(this.#known, names), named(this.#made, names));
  }
}

function named<Value>(members: Members<Value>, names: ReadonlySet<string>): Members<Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
}

async function* memberByMember(known: object, made: Members<Making>): AsyncGenerator<string, void, undefined> {
  let before = openObject(known);
  for (const [name, value] of Object.entries(made)) {
    yield `${before === "{" ? before : `${before},`}${JSON.stringify(name)}:`;
    yield* value();
    before = "";
  }
  yield `${before}}`;
}

/** The JSON of an object up to where further members may follow. */
export function openObject(members: object): string {
  return JSON.stringify(members).slice(0, -1);
}

/** Batches of entries, read while they are sent or in memory already. */
export type Batches<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/** The JSON of a list whose entries come in batches. */
export function listPieces<T>(
  batches: Batches<T>,
  shown: (entry: T) => unknown,
): AsyncGenerator<string, void, undefined> {
  return joined(batches, (entry) => JSON.stringify(shown(entry)), ["[", "]"]);
}

/** The JSON of an object whose members come in batches of names and values. */
export function memberPieces(batches: Batches<readonly [string, unknown]>): AsyncGenerator<string, void, undefined> {
  return joined(batches, ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`, ["{", "}"]);
}

async function* joined<T>(
  batches: Batches<T>,
  textOf: (entry: T) => string,
  [open, close]: readonly [string, string],
): AsyncGenerator<string, void, undefined> {
  let before = open;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + (await runYielding(texts(batch, textOf)));
    before = ",";
  }
  yield before === open ? open + close : close;
}

/** The JSON of a batch's entries, one a step. */
function* texts<T>(batch: readonly T[], textOf: (entry: T) => string): Steps<string> {
  const made: string[] = [];
  for (const entry of batch) {
    made.push(textOf(entry));
    yield;
  }
  return made.join(",");
}

/** Entries that are in memory, in batches of which each makes a piece. */
export function* inBatches<T>(entries: readonly T[], size = BATCH): Generator<readonly T[], void, undefined> {
  for (let at = 0; at < entries.length; at += size) yield entries.slice(at, at + size);
}

/** The JSON of a text that comes in parts; no part may end in half of a surrogate pair. */
export async function* textPieces(parts: AsyncIterable<Piece>): AsyncGenerator<string, void, undefined> {
  yield '"';
  for await (const part of parts) yield JSON.stringify(pieceText(part)).slice(1, -1);
  yield '"';
}
