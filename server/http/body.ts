import { Problem, ValidationProblem } from "../kernel/problem.ts";
import { itemAt } from "../kernel/validation/item.ts";
import { parseJson } from "../kernel/validation/json.ts";
import type { ApiRequest } from "./exchange.ts";

const JSON_TYPE = /^application\/(?:[\w.!#$&^+-]+\+)?json$/i;

const NOT_AN_OBJECT = {
  type: "model_attributes_type",
  msg: "Input should be a valid dictionary or object to extract fields from",
};

/** Reads the body of a request once, and remembers its bytes for the request's fingerprint. */
export class RequestBody {
  bytes: Uint8Array = new Uint8Array();
  readonly #request: ApiRequest;

  constructor(request: ApiRequest) {
    this.#request = request;
  }

  /**
   * The parsed body; undefined when there is none. A body that is not declared as JSON is refused as FastAPI refuses it, and
   * not repeated in the error: nothing is known about what it holds.
   */
  async json(limitBytes: number): Promise<unknown> {
    const bytes = await this.#request.read(limitBytes);
    if (bytes === null) throw payloadTooLarge(limitBytes);
    this.bytes = bytes;
    if (bytes.length === 0) return undefined;
    if (!isJson(this.#request.header("content-type"))) throw new ValidationProblem([itemAt(["body"], NOT_AN_OBJECT)]);
    const parsed = parseJson(bytes);
    if (!parsed.ok) throw new ValidationProblem(parsed.issues);
    return parsed.value;
  }
}

/** The refusal of a body that is larger than the limit. */
export function payloadTooLarge(limitBytes: number): Problem {
  return new Problem("payload_too_large", { detail: { limit_bytes: limitBytes } });
}

function isJson(contentType: string | null): boolean {
  if (contentType === null) return false;
  const semicolon = contentType.indexOf(";");
  return JSON_TYPE.test((semicolon === -1 ? contentType : contentType.slice(0, semicolon)).trim());
}
