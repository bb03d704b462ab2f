import type { Json } from "#domain/json.ts";
import { type CatalogueEntry, PROBLEMS, type ProblemCode, VALIDATION } from "./problem-catalogue.ts";
import type { ProblemDetail } from "./problem-details.ts";
import { boundEchoes } from "./validation/echo.ts";
import { itemAt, MAX_ITEMS, type ValidationItem, valueError } from "./validation/item.ts";
import { maskSecrets } from "./validation/secrets.ts";

/** The error object, every field present. */
export interface ApiErrorBody {
  error: string;
  code: string;
  request_id: string | null;
  detail: Record<string, Json> | null;
  message: string | null;
  doc_url: string | null;
  feedback_id: string | null;
}

/** The body of a 422: an error object whose `detail` lists the mistakes. */
export interface ValidationErrorBody extends Omit<ApiErrorBody, "detail"> {
  detail: ValidationItem[];
}

/**
 * Marks refusals across copies of this module: Next's bundle holds one of its own, and `instanceof` must see through it.
 */
const PROBLEM = Symbol.for("fabula.problem");
const VALIDATION_PROBLEM = Symbol.for("fabula.validation-problem");

function isMarked(value: unknown, mark: symbol): boolean {
  return typeof value === "object" && value !== null && mark in value;
}

/**
 * An expected refusal. Thrown anywhere below `run()`, turned into a response in one place.
 * `detail` carries data for programs, `message` the sentence for people (the catalogue's when absent).
 */
export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, PROBLEM);
  }

  readonly [PROBLEM] = true;
  readonly code: Code;
  readonly detail: Record<string, Json> | null;
  readonly headers: Record<string, string>;

  constructor(
    code: Code,
    options: {
      message?: string;
      detail?: ProblemDetail<Code>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    // A refusal is an answer, not a defect: nobody reads its stack, and taking it costs more than the rest of a 404.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(options.message ?? PROBLEMS[code].message, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "Problem";
    this.code = code;
    this.detail = (options.detail as Record<string, Json> | undefined) ?? null;
    this.headers = options.headers ?? {};
  }

  get entry(): CatalogueEntry {
    return PROBLEMS[this.code];
  }

  get status(): number {
    return this.entry.status;
  }

  /** The response body. `docBase` is the absolute address of this service. */
  body(requestId: string, docBase: string): ApiErrorBody {
    return {
      error: this.entry.error,
      code: this.code,
      request_id: requestId,
      detail: this.detail,
      message: this.message,
      doc_url: `${docBase}/docs/errors/${this.code}`,
      feedback_id: null,
    };
  }
}

/** Mistakes that one answer lists: enough to correct a program by, however many parts a batch has. */
const LISTED = 100;

/** Returns the sentence of a 422, with the number of mistakes that its answer does not list. */
function validationMessage(mistakes: number): string {
  if (mistakes <= LISTED) return VALIDATION.message;
  const count = `${mistakes - LISTED}${mistakes >= MAX_ITEMS ? " or more" : ""}`;
  return `${VALIDATION.message} The first ${LISTED} mistakes are listed, ${count} are not.`;
}

/** A request that failed validation: 422 with a list of what is wrong. */
export class ValidationProblem extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, VALIDATION_PROBLEM);
  }

  readonly [VALIDATION_PROBLEM] = true;
  readonly items: ValidationItem[];

  constructor(items: ValidationItem[]) {
    super(validationMessage(items.length));
    this.name = "ValidationProblem";
    this.items = boundEchoes(items).map(maskSecrets);
  }

  /** The response body. `docBase` is the absolute address of this service. */
  body(requestId: string, docBase: string): ValidationErrorBody {
    return {
      error: VALIDATION.error,
      code: VALIDATION.code,
      request_id: requestId,
      detail: this.items.slice(0, LISTED),
      message: this.message,
      doc_url: `${docBase}/docs/errors/${VALIDATION.code}`,
      feedback_id: null,
    };
  }
}

/** Whether an error refuses a request, and is no failure of the service. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ValidationProblem || (error instanceof Problem && error.status < 500);
}

/** A 422 about one value that only the record could judge, such as a parent that does not exist. */
export function invalidValue(
  loc: (string | number)[],
  reason: string,
  input: Json,
  ctx: Record<string, Json> = {},
): ValidationProblem {
  return new ValidationProblem([itemAt(loc, valueError(reason, ctx), input)]);
}

/** A 422 about a sequence beyond the one it may reach, in the words every bound is refused with. */
export function aboveMaximum(loc: (string | number)[], input: number, max: number): ValidationProblem {
  const failure = {
    type: "less_than_equal",
    msg: `Input should be less than or equal to ${max}`,
    ctx: { le: max },
  };
  return new ValidationProblem([itemAt(loc, failure, input)]);
}
