import { keptOnBehalf } from "../record/on-behalf.ts";
import { beginText, begun, JsonPieces, openObject, type Piece, textPieces } from "./json-pieces.ts";

/** Format of a file. */
export interface FileFormat {
  /** Name on screens. */
  readonly name: string;
  /** Purpose, in words for writers. */
  readonly means?: string;
  readonly mediaType: string;
  /** End of the file's name, with its dot. */
  readonly ending: string;
  /** Whether the file is bytes; absent for text. */
  readonly isBinary?: boolean;
}

/** Formats of the file that an operation answers in place of JSON, to whoever accepts its type. */
export interface FileFormats {
  /** The formats in the order in which they are offered, by name. */
  readonly all: Readonly<Record<string, FileFormat>>;
  /** Type of the file that a query asks for. */
  readonly typeFor: (query: never) => string;
}

/** Accepted by whoever takes the file whatever its type. */
export const ANY_FILE = "application/octet-stream";

/** File whose content is made while it is sent. */
export interface WrittenFile {
  readonly filename: string;
  readonly mediaType: string;
  /** Whether the text is JSON, which an answer in JSON holds as a value. */
  readonly isJson: boolean;
  /** Whether the parts are bytes, which an answer in JSON holds in base64. */
  readonly isBinary: boolean;
  /** Makes the content. The value at its end has the members that follow the content in an answer in JSON. */
  readonly parts: () => AsyncGenerator<Piece, object | undefined, undefined>;
}

/** A file as it is sent: its text, or for a long one and for bytes what gives its pieces, once. */
export interface SentFile extends Pick<WrittenFile, "filename" | "mediaType" | "isBinary"> {
  readonly text: string | (() => AsyncGenerator<Piece, void, undefined>);
}

/**
 * An answer that is a file: a transport sends the file itself, or JSON with its name and content. Its parts are made after the handler's
 * transaction has ended, so they read at a sequence.
 */
export class FileAnswer<T = unknown> extends JsonPieces<T> {
  readonly #file: WrittenFile;
  readonly #parts: () => AsyncGenerator<Piece, void, undefined>;

  /** @param known members of the answer in JSON before the name of the file */
  constructor(known: object, file: WrittenFile) {
    super(() => asJson(known, file));
    this.#file = file;
    this.#parts = keptOnBehalf(async function* () {
      yield* file.parts();
    });
  }

  /** The file itself, of which the first pieces are made: what fails at once can be refused as ever. */
  async file(): Promise<SentFile> {
    const { filename, mediaType, isBinary } = this.#file;
    const parts = this.#parts();
    const text = isBinary ? await begun(parts) : await beginText(parts);
    return { filename, mediaType, isBinary, text };
  }
}

async function* asJson(
  known: object,
  { filename, isJson, isBinary, parts }: WrittenFile,
): AsyncGenerator<Piece, void, undefined> {
  yield `${openObject({ ...known, filename })},"content":`;
  let rest = {};
  const made = async function* () {
    rest = (yield* parts()) ?? {};
  };
  const content = isBinary ? base64Of(made()) : made();
  yield* isJson ? content : textPieces(content);
  yield openObject(rest).replace("{", Object.keys(rest).length === 0 ? "" : ",");
  yield "}";
}

/** Bytes that come in parts, in base64 (RFC 4648 §4). */
async function* base64Of(parts: AsyncIterable<Piece>): AsyncGenerator<string, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const part of parts) {
    const bytes = Buffer.concat([rest, Buffer.from(part)]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString("base64", 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString("base64");
}
