import { keptOnBehalf } from "../record/on-behalf.ts";
import { beginText, JsonPieces, openObject, textPieces } from "./json-pieces.ts";

/** Format of a file. */
export interface FileFormat {
  /** Name on screens. */
  readonly name: string;
  /** Purpose, in words for writers. */
  readonly means?: string;
  readonly mediaType: string;
  /** End of the file's name, with its dot. */
  readonly ending: string;
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

/** File whose text is made while it is sent. */
export interface WrittenFile {
  readonly filename: string;
  readonly mediaType: string;
  /** Whether the text is JSON, which an answer in JSON holds as a value. */
  readonly isJson: boolean;
  /** Makes the text. The value at its end has the members that follow the content in an answer in JSON. */
  readonly parts: () => AsyncGenerator<string, object | undefined, undefined>;
}

/** A file as it is sent: its text, or for a long one what gives its pieces, once. */
export interface SentFile extends Pick<WrittenFile, "filename" | "mediaType"> {
  readonly text: string | (() => AsyncGenerator<string, void, undefined>);
}

/**
 * An answer that is a file: a transport sends the file itself, or JSON with its name and content. Its parts are made after the handler's
 * transaction has ended, so they read at a sequence.
 */
export class FileAnswer<T = unknown> extends JsonPieces<T> {
  readonly #file: WrittenFile;
  readonly #text: () => AsyncGenerator<string, void, undefined>;

  /** @param known members of the answer in JSON before the name of the file */
  constructor(known: object, file: WrittenFile) {
    super(() => asJson(known, file));
    this.#file = file;
    this.#text = keptOnBehalf(async function* () {
      yield* file.parts();
    });
  }

  /** The file itself, of which the first pieces are made: what fails at once can be refused as ever. */
  async file(): Promise<SentFile> {
    const { filename, mediaType } = this.#file;
    return { filename, mediaType, text: await beginText(this.#text()) };
  }
}

async function* asJson(
  known: object,
  { filename, isJson, parts }: WrittenFile,
): AsyncGenerator<string, void, undefined> {
  yield `${openObject({ ...known, filename })},"content":`;
  let rest = {};
  const content = async function* () {
    rest = (yield* parts()) ?? {};
  };
  yield* isJson ? content() : textPieces(content());
  yield openObject(rest).replace("{", Object.keys(rest).length === 0 ? "" : ",");
  yield "}";
}
