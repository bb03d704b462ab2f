import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Problem, ValidationProblem } from "../kernel/problem.ts";
import { type Failure, itemAt, valueError } from "../kernel/validation/item.ts";
import { parseJson } from "../kernel/validation/json.ts";
import { asFileBody } from "../operation/file-body.ts";
import { apartFromDeadline } from "../record/deadline.ts";
import type { ApiRequest } from "./exchange.ts";

const JSON_TYPE = /^application\/(?:[\w.!#$&^+-]+\+)?json$/i;

const NOT_GZIP = valueError("the body is not the gzip its Content-Encoding says");

/** A body where none is taken. */
const NO_BODY: Failure = { type: "extra_forbidden", msg: "This operation takes no body" };

const EMPTY_OBJECT = /^\{\s*\}$/;

const inflate = promisify(gunzip);

/** Reads the body of a request once, and remembers its bytes for the request's fingerprint. */
export class RequestBody {
  /** Bytes of the body, decompressed. */
  bytes: Uint8Array = new Uint8Array();
  readonly #request: ApiRequest;

  constructor(request: ApiRequest) {
    this.#request = request;
  }

  /**
   * The parsed body; undefined when there is none. A body that is not declared as JSON is refused and not repeated in the
   * error: nothing is known about what it holds.
   *
   * @throws Problem 413 for a body larger than the limit, as it is sent or unpacked; 415 for one that is not JSON.
   * @throws ValidationProblem for what cannot be read.
   */
  async json(limitBytes: number): Promise<unknown> {
    if (!(await this.#load(limitBytes))) return undefined;
    const parsed = parseJson(this.bytes);
    if (!parsed.ok) throw new ValidationProblem(parsed.issues);
    return parsed.value;
  }

  /**
   * The body of an operation that takes a file: JSON, or the bytes of the file as they are, with their type in `Content-Type`.
   *
   * @throws Problem 413 and 415 as {@link RequestBody.json}; 415 also where no type is said.
   */
  async file(limitBytes: number): Promise<unknown> {
    const type = this.#request.header("content-type")?.trim() ?? "";
    if (JSON_TYPE.test(type.split(";")[0]?.trim() ?? "")) return this.json(limitBytes);
    const sent = await this.#read(limitBytes);
    if (sent === null) throw payloadTooLarge(limitBytes);
    if (sent.length === 0) return undefined;
    if (type === "") throw unsupported(null, "the type of the file");
    this.bytes = await unpacked(sent, this.#request.header("content-encoding"), limitBytes);
    return asFileBody(type, this.bytes);
  }

  /**
   * The text of a body whose reader has rules of its own for what is no JSON, and its value where it is. What is JSON, but holds what JavaScript would
   * change or the record cannot keep, is refused as everywhere.
   *
   * @throws Problem 413 and 415 as {@link RequestBody.json}.
   */
  async text(limitBytes: number): Promise<{ text: string; json: unknown }> {
    if (!(await this.#load(limitBytes))) return { text: "", json: undefined };
    const parsed = parseJson(this.bytes);
    if (!parsed.ok && parsed.issues.every(({ type }) => type !== "json_invalid"))
      throw new ValidationProblem(parsed.issues);
    return { text: Buffer.from(this.bytes).toString("utf8"), json: parsed.ok ? parsed.value : undefined };
  }

  /**
   * Refuses a body where none is taken. `{}` counts as none, whatever type it is declared to have: many clients send it with
   * every request that writes.
   *
   * @throws Problem 413 for one larger than the limit, but where it is only read.
   * @throws ValidationProblem for anything else.
   */
  async none(limitBytes: number): Promise<undefined> {
    const { method } = this.#request;
    const sent = await this.#read(limitBytes);
    if (sent === null && method !== "GET" && method !== "HEAD") throw payloadTooLarge(limitBytes);
    const text = sent === null ? null : Buffer.from(sent).toString("latin1").trim();
    if (text !== "" && !(text !== null && EMPTY_OBJECT.test(text))) {
      throw new ValidationProblem([itemAt(["body"], NO_BODY)]);
    }
  }

  /** Reads the bytes; the time of a caller who sends slowly is not counted. A request without any is not worth a pause of its deadline. */
  #read(limitBytes: number): Promise<Uint8Array | null> {
    const request = this.#request;
    const isSent = request.header("content-length") !== null || request.header("transfer-encoding") !== null;
    return isSent ? apartFromDeadline(() => request.read(limitBytes)) : request.read(limitBytes);
  }

  /** Whether there is a body, whose bytes are read and unpacked then. */
  async #load(limitBytes: number): Promise<boolean> {
    const sent = await this.#read(limitBytes);
    if (sent === null) throw payloadTooLarge(limitBytes);
    if (sent.length === 0) return false;
    requireJson(this.#request.header("content-type"));
    this.bytes = await unpacked(sent, this.#request.header("content-encoding"), limitBytes);
    return true;
  }
}

/** The refusal of a body that is larger than the limit. */
export function payloadTooLarge(limitBytes: number): Problem {
  return new Problem("payload_too_large", { detail: { limit_bytes: limitBytes } });
}

function requireJson(contentType: string | null): void {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim());
  const isUtf8 = parameters.every((each) => !/^charset=/i.test(each) || /^charset="?utf-?8"?$/i.test(each));
  if (JSON_TYPE.test(type) && isUtf8) return;
  throw unsupported(contentType, "application/json", { accept: "application/json" });
}

function unsupported(contentType: string | null, expected: string, headers: Record<string, string> = {}): Problem {
  const detail = { content_type: contentType?.slice(0, 256) ?? null, expected };
  return new Problem("unsupported_media_type", { detail, headers });
}

/** The bytes of a body without their compression, no more of them than the limit however well they were packed. */
async function unpacked(sent: Uint8Array, contentEncoding: string | null, limitBytes: number): Promise<Uint8Array> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return sent;
  if (encoding !== "gzip" && encoding !== "x-gzip") {
    throw new Problem("unsupported_media_type", {
      message: "Bodies are taken as they are, or compressed with gzip.",
      detail: { content_encoding: encoding.slice(0, 256), expected: "gzip" },
      headers: { "accept-encoding": "gzip, identity" },
    });
  }
  try {
    return await inflate(sent, { maxOutputLength: limitBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw payloadTooLarge(limitBytes);
    throw new ValidationProblem([itemAt(["body"], NOT_GZIP)]);
  }
}
