import type { z } from "zod";
import { explainDateTime, explainUrl, explainUuid } from "./formats.ts";
import { EXTRA_FORBIDDEN, type Failure, FINITE_NUMBER, valueError } from "./item.ts";
import { formatOf, type IssueLocation, isInteger } from "./schema-walk.ts";

type Issue = z.core.$ZodIssue;
type IssueOf<Code extends Issue["code"]> = Extract<Issue, { code: Code }>;

/** Say in FastAPI's vocabulary what a zod issue means for the value that was received. */
export function describeIssue(issue: Issue, place: IssueLocation, lax: boolean): Failure {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue, place, lax);
    case "too_small":
    case "too_big":
      return outOfBounds(issue, place);
    case "invalid_format":
      return wrongFormat(issue, place);
    case "not_multiple_of": {
      const msg = `Input should be a multiple of ${issue.divisor}`;
      return { type: "multiple_of", msg, ctx: { multiple_of: issue.divisor } };
    }
    case "invalid_value": {
      const expected = alternatives(issue.values.map(quote));
      const type = place.nodes.some((node) => node._zod.def.type === "enum") ? "enum" : "literal_error";
      return { type, msg: `Input should be ${expected}`, ctx: { expected } };
    }
    case "custom":
      return ownRule(issue);
    default:
      return valueError("Invalid input");
  }
}

function wrongType(issue: IssueOf<"invalid_type">, place: IssueLocation, lax: boolean): Failure {
  const { value, nodes } = place;
  const isText = lax && typeof value === "string";
  switch (issue.expected) {
    case "string":
      return wrongTextType(place);
    case "number":
    case "int": {
      if ("received" in issue) return FINITE_NUMBER;
      const kind = issue.expected === "int" || nodes.some(isInteger) ? "int" : "float";
      const valid = `Input should be a valid ${kind === "int" ? "integer" : "number"}`;
      if (isText) {
        const target = kind === "int" ? "an integer" : "a number";
        return { type: `${kind}_parsing`, msg: `${valid}, unable to parse string as ${target}` };
      }
      if (typeof value === "number")
        return { type: "int_from_float", msg: `${valid}, got a number with a fractional part` };
      return { type: `${kind}_type`, msg: valid };
    }
    case "boolean":
      return isText || (lax && Number.isInteger(value))
        ? { type: "bool_parsing", msg: "Input should be a valid boolean, unable to interpret input" }
        : { type: "bool_type", msg: "Input should be a valid boolean" };
    case "array":
      return { type: "list_type", msg: "Input should be a valid list" };
    case "tuple":
      return { type: "tuple_type", msg: "Input should be a valid tuple" };
    case "object":
      return {
        type: "model_attributes_type",
        msg: "Input should be an object",
      };
    case "record":
      return { type: "dict_type", msg: "Input should be an object" };
    case "null":
      return { type: "none_required", msg: "Input should be null" };
    case "never":
      return EXTRA_FORBIDDEN;
    default:
      return valueError(`Input should be a valid ${issue.expected}`);
  }
}

function wrongTextType({ nodes }: IssueLocation): Failure {
  const format = nodes.map(formatOf).find((name) => name !== null) ?? null;
  if (isUuid(format)) return { type: "uuid_type", msg: "UUID input should be a string, bytes or UUID object" };
  if (format === "url") return { type: "url_type", msg: "URL input should be a string or URL" };
  if (format === "datetime") return { type: "datetime_type", msg: "Input should be a valid datetime" };
  return { type: "string_type", msg: "Input should be a valid string" };
}

function isUuid(format: string | null): boolean {
  return format === "uuid" || format === "guid";
}

function outOfBounds(issue: IssueOf<"too_small"> | IssueOf<"too_big">, place: IssueLocation): Failure {
  const isLow = issue.code === "too_small";
  const bound = Number(isLow ? issue.minimum : issue.maximum);
  const limit = isLow ? "at least" : "at most";
  const name = isLow ? "min_length" : "max_length";
  if (issue.origin === "string") {
    const msg = `String should have ${limit} ${count(bound, "character")}`;
    return { type: isLow ? "string_too_short" : "string_too_long", msg, ctx: { [name]: bound } };
  }
  if (issue.origin === "array" || issue.origin === "set") {
    const length = Array.isArray(place.value) ? place.value.length : 0;
    const kind = place.nodes.some((node) => node._zod.def.type === "tuple") ? "Tuple" : "List";
    return {
      type: isLow ? "too_short" : "too_long",
      msg: `${kind} should have ${limit} ${count(bound, "item")} after validation, not ${length}`,
      ctx: { field_type: kind, [name]: bound, actual_length: length },
    };
  }
  const isInclusive = issue.inclusive !== false;
  const relation = `${isLow ? "greater" : "less"} than${isInclusive ? " or equal to" : ""}`;
  return {
    type: relation.replace(" or equal to", "_equal").replace(" ", "_"),
    msg: `Input should be ${relation} ${bound}`,
    ctx: { [`${isLow ? "g" : "l"}${isInclusive ? "e" : "t"}`]: bound },
  };
}

function wrongFormat(issue: IssueOf<"invalid_format">, { value }: IssueLocation): Failure {
  const text = String(value);
  if (isUuid(issue.format)) return explainUuid(text);
  if (issue.format === "datetime") return explainDateTime(text) ?? valueError("Invalid date and time");
  if (issue.format === "url") return explainUrl(text, null) ?? valueError("Invalid URL");
  if (issue.pattern !== undefined && issue.format !== "email") {
    // zod shows a pattern as a JavaScript literal, /…/flags; callers know only what stands between the slashes.
    const pattern = issue.pattern.replace(/^\/(.*)\/[a-z]*$/s, "$1");
    return { type: "string_pattern_mismatch", msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
  }
  return valueError(`Input should be a valid ${issue.format}`);
}

/** A refinement: its message is ours, and `params` may name a more exact `type` and add to `ctx`. */
function ownRule(issue: IssueOf<"custom">): Failure {
  const params: { type?: unknown; ctx?: Record<string, unknown> } = issue.params ?? {};
  if (typeof params.type !== "string") return valueError(issue.message, params.ctx);
  const failure = { type: params.type, msg: issue.message };
  return params.ctx === undefined ? failure : { ...failure, ctx: params.ctx };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Python's spelling of a literal, as FastAPI prints it. */
export function quote(value: unknown): string {
  if (typeof value === "string") {
    const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
    return mark + value.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
  }
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : String(value);
}

function alternatives(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
