import type { z } from "zod";
import { describeIssue, quote } from "./describe.ts";
import {
  type Failure,
  type InputRoot,
  itemAt,
  type Loc,
  MAX_ITEMS,
  MISSING,
  nameForLoc,
  type ValidationItem,
} from "./item.ts";
import { type IssueLocation, locate, type SchemaNode, unwrap } from "./schema-walk.ts";
import { hideSecrets, holdsSecret } from "./secrets.ts";
import { type Branch, helpfulBranches } from "./union-branches.ts";
import { unknownName } from "./unknown-name.ts";

type Issue = z.core.$ZodIssue;
type IssueOf<Code extends Issue["code"]> = Extract<Issue, { code: Code }>;
type Path = readonly PropertyKey[];

/** Parsed value with its schema and its location in the request. */
export type Source = { schema: z.core.$ZodType; received: unknown; root: InputRoot; lax: boolean };

/**
 * Turn zod's issues into the items of a validation error: in the schema's order, one for each place unless rules of
 * our own have several things to say about it, and with every secret of the source masked.
 */
export function convertIssues(issues: readonly Issue[], source: Source): ValidationItem[] {
  const converter = new Converter(source);
  converter.add(issues, { schema: source.schema, received: source.received, loc: [source.root], path: [] });
  return converter.items;
}

/** The part of the source that issues are relative to: all of it, or one member of a union. */
type Scope = { schema: z.core.$ZodType; received: unknown; loc: Loc; path: Path };

const SHOULD_BE = "Input should be ";

class Converter {
  readonly items: ValidationItem[] = [];
  /** For each place, whether all its items so far are rules of our own. */
  private readonly places = new Map<string, boolean>();
  private readonly source: Source;
  private readonly hasSecrets: boolean;

  constructor(source: Source) {
    this.source = source;
    this.hasSecrets = holdsSecret(source.schema);
  }

  add(issues: readonly Issue[], scope: Scope): void {
    for (const issue of issues) {
      if (this.items.length >= MAX_ITEMS) return;
      const isAboutTag = issue.code === "invalid_union" && issue.discriminator !== undefined;
      // zod blames the tag's field, the vocabulary the union.
      const steps = isAboutTag ? issue.path.slice(0, -1) : issue.path;
      const place = locate(scope.schema, scope.received, steps, scope.loc);
      this.addAt(issue, place, [...scope.path, ...steps]);
    }
  }

  private addAt(issue: Issue, place: IssueLocation, path: Path): void {
    if (issue.code === "unrecognized_keys") this.addUnknownFields(issue.keys, place, path);
    else if (!place.present && issue.code !== "custom") this.addMissing(place, path);
    else if (issue.code === "invalid_union") this.addUnion(issue, place, path);
    else if (issue.code === "invalid_key") this.addBadKey(issue, place, path);
    else if (issue.code === "too_small" && isTuple(place)) this.addMissingTail(issue, place, path);
    else this.push(place.loc, describeIssue(issue, place, this.source.lax), this.shown(place.value, path));
  }

  private push(loc: Loc, failure: Failure, input: unknown): void {
    const key = JSON.stringify(loc);
    const isOwnRule = failure.type === "value_error";
    const areOwnRules = this.places.get(key);
    if (areOwnRules !== undefined && !(areOwnRules && isOwnRule)) return;
    this.places.set(key, isOwnRule);
    this.items.push(itemAt(loc, failure, input));
  }

  /** A received value as it may be repeated, seen from the root: the members of a union hide each other's secrets. */
  private shown(value: unknown, path: Path): unknown {
    return this.hasSecrets ? hideSecrets(this.source.schema, path, value) : value;
  }

  private addMissing(place: IssueLocation, path: Path): void {
    const hasParent = this.source.root === "body" && path.length > 0;
    this.push(place.loc, MISSING, hasParent ? this.shown(place.parent, path.slice(0, -1)) : null);
  }

  private addUnknownFields(names: readonly string[], place: IssueLocation, path: Path): void {
    const fields = place.value as Record<string, unknown>;
    const known = new Set(place.nodes.flatMap(fieldNames).filter((name) => !Object.hasOwn(fields, name)));
    for (const name of names) {
      if (this.items.length >= MAX_ITEMS) return;
      const failure = unknownName(name, known);
      this.push([...place.loc, nameForLoc(name)], failure, this.shown(fields[name], [...path, name]));
    }
  }

  private addMissingTail(issue: IssueOf<"too_small">, place: IssueLocation, path: Path): void {
    const length = Array.isArray(place.value) ? place.value.length : 0;
    for (let index = length; index < Number(issue.minimum); index++) {
      this.push([...place.loc, index], MISSING, this.shown(place.value, path));
    }
  }

  private addBadKey(issue: IssueOf<"invalid_key">, place: IssueLocation, path: Path): void {
    const record = place.parentNodes.map((node) => node._zod.def).find((def) => def.type === "record");
    if (record === undefined) return;
    const scope = { schema: record.keyType, received: path.at(-1), loc: [...place.loc, "[key]"], path };
    for (const inner of issue.issues) {
      const key = locate(scope.schema, scope.received, inner.path, scope.loc);
      this.push(key.loc, describeIssue(inner, key, this.source.lax), scope.received);
    }
  }

  /**
   * Returns the failure of a value that is of no member's kind, where one of them is a fixed word: such a member has no name that a
   * `loc` could hold.
   */
  private eitherOf(branches: readonly Branch[], place: IssueLocation): Failure | null {
    const fixed = branches.some(({ schema }) => ["literal", "enum"].includes(unwrap(schema)._zod.def.type));
    if (!fixed || branches.length < 2) return null;
    const failures = branches.map(({ schema, errors: [issue] }) => {
      if (issue === undefined || issue.path.length > 0) return null;
      return describeIssue(issue, locate(schema, place.value, [], place.loc), this.source.lax);
    });
    const messages = failures.flatMap((failure) => (failure?.msg.startsWith(SHOULD_BE) ? [failure.msg] : []));
    if (messages.length < failures.length) return null;
    const expected = messages.map((msg) => msg.slice(SHOULD_BE.length)).join(" or ");
    return { type: "literal_error", msg: `${SHOULD_BE}${expected}`, ctx: { expected } };
  }

  private addUnion(issue: IssueOf<"invalid_union">, place: IssueLocation, path: Path): void {
    if (issue.discriminator !== undefined) {
      const failure = wrongTag(issue.discriminator, "options" in issue ? (issue.options ?? []) : [], place.value);
      this.push(place.loc, failure, this.shown(place.value, path));
      return;
    }
    const union = place.schemas.map(unwrap).find((node) => node._zod.def.type === "union");
    const branches = union === undefined ? [] : helpfulBranches(union, issue.errors, place.value);
    if (branches.length === 0) {
      this.push(place.loc, describeIssue(issue, place, this.source.lax), this.shown(place.value, path));
    }
    const either = this.eitherOf(branches, place);
    if (either !== null) {
      this.push(place.loc, either, this.shown(place.value, path));
      return;
    }
    for (const { name, schema, errors } of branches) {
      const loc = name === null ? place.loc : [...place.loc, name];
      this.add(errors, { schema, received: place.value, loc, path });
    }
  }
}

function fieldNames(node: SchemaNode): string[] {
  const def = node._zod.def;
  return def.type === "object" ? Object.keys(def.shape) : [];
}

function isTuple(place: IssueLocation): boolean {
  return place.nodes.some((node) => node._zod.def.type === "tuple");
}

function wrongTag(discriminator: string, options: readonly unknown[], value: unknown): Failure {
  const name = quote(discriminator);
  const fields = value as Record<string, unknown>;
  if (!Object.hasOwn(fields, discriminator)) {
    const msg = `Unable to extract tag using discriminator ${name}`;
    return { type: "union_tag_not_found", msg, ctx: { discriminator: name } };
  }
  const sent = fields[discriminator];
  const tag = nameForLoc(typeof sent === "string" ? sent : (JSON.stringify(sent) ?? ""));
  // A tag that may be left out is offered by zod as `undefined`.
  const expected = options
    .filter((option) => option !== undefined)
    .map(quote)
    .join(", ");
  return {
    type: "union_tag_invalid",
    msg: `Input tag '${tag}' found using ${name} does not match any of the expected tags: ${expected}`,
    ctx: { discriminator: name, tag, expected_tags: expected },
  };
}
