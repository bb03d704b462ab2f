import { type Leaf, leavesOf } from "#domain/text-of-json.ts";
import type { NodeVersion } from "../dialogues/public.ts";
import type { EntityState, RelationshipState } from "../entities/public.ts";

/** Characters of one item; what is longer is cut, so that one long description does not take a whole budget. */
const MAX_CHARACTERS = 1_200;

/** An entity in one line: who it is, and its properties. */
export function describeEntity({ name, type, properties }: Pick<EntityState, "name" | "type" | "properties">): string {
  const said = inWords(properties).map(({ path, value }) => `${path}: ${value}`);
  return oneLine(said.length === 0 ? `${name} (${type})` : `${name} (${type}). ${said.join("; ")}`);
}

/** Whether a relationship says that there is none of something, as an inventory does of what was given away. */
export function isNone({ properties }: Pick<RelationshipState, "properties">): boolean {
  return Object.hasOwn(properties, "count") && properties.count === 0;
}

/** A relationship in one line, from its source to its target. */
export function describeRelationship(
  { type, properties }: Pick<RelationshipState, "type" | "properties">,
  source: string,
  target: string,
): string {
  const said = inWords(properties).map(({ path, value }) => `${path}: ${value}`);
  const link = linkInWords(type, source, target);
  return oneLine(said.length === 0 ? link : `${link} (${said.join("; ")})`);
}

/** Words that join what stands before them to a target, as `of` in `member_of`. */
const JOINING = new Set([
  "of",
  "to",
  "in",
  "at",
  "by",
  "with",
  "from",
  "for",
  "on",
  "under",
  "over",
  "near",
  "against",
]);

/**
 * A relationship as a sentence from its source to its target: `works_for` joins as it is, `member_of` takes an `is`, and what is no verb and
 * joins nothing, as `mentor`, stands on an arrow.
 */
function linkInWords(type: string, source: string, target: string): string {
  const words = type.split(/[_\s.-]+/u).filter((word) => word !== "");
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const isVerb = /[^s]s$/u.test(first) || first === "is";
  if (isVerb) return `${source} ${words.join(" ")} ${target}`;
  if (words.length > 1 && JOINING.has(last)) return `${source} is ${words.join(" ")} ${target}`;
  return `${source} –${words.join(" ")}→ ${target}`;
}

/** Values of properties as text, their names in words. */
function inWords(properties: EntityState["properties"]): Leaf[] {
  return leavesOf(properties).map(({ path, value }) => ({ path: path.replaceAll("_", " "), value }));
}

/** A line of a dialogue: who says it, what, and what can be answered. */
export function describeLine(
  { text, branches }: Pick<NodeVersion, "text" | "branches">,
  speaker: string | null,
): string {
  const choices = Object.values(branches)
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .flatMap(({ choice_text }) => (choice_text === "" ? [] : [choice_text]));
  const said = speaker === null ? text : `${speaker}: ${text}`;
  return oneLine(choices.length === 0 ? said : `${said} [answers: ${choices.join(" | ")}]`);
}

/** Describes the change between two states of an entity; null where nothing changed that is described. */
export function describeEntityChange(before: EntityState, after: EntityState | null): string | null {
  if (after === null) return oneLine(`${before.name} (${before.type}) is no longer there`);
  const changes = changed(
    [{ path: "name", value: before.name }, { path: "type", value: before.type }, ...inWords(before.properties)],
    [{ path: "name", value: after.name }, { path: "type", value: after.type }, ...inWords(after.properties)],
  );
  return changes.length === 0 ? null : oneLine(`${after.name}: ${changes.join("; ")}`);
}

/** Describes the change between two states of a relationship. */
export function describeRelationshipChange(
  before: RelationshipState,
  after: RelationshipState | null,
  source: string,
  target: string,
): string | null {
  const link = linkInWords(before.type, source, target);
  if (after === null || (isNone(after) && !isNone(before))) return oneLine(`${link}: no longer so`);
  const changes = changed(
    [{ path: "type", value: before.type }, ...inWords(before.properties)],
    [{ path: "type", value: after.type }, ...inWords(after.properties)],
  );
  return changes.length === 0 ? null : oneLine(`${link}: ${changes.join("; ")}`);
}

function changed(before: readonly Leaf[], after: readonly Leaf[]): string[] {
  const old = new Map(before.map(({ path, value }) => [path, value]));
  const fresh = new Map(after.map(({ path, value }) => [path, value]));
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path), fresh.get(path)];
    if (was === is) return [];
    if (was === undefined) return [`${path} is now ${is}`];
    return [is === undefined ? `${path} is no longer ${was}` : `${path} is now ${is}, before ${was}`];
  });
}

/** A text in one line, cut between two characters. */
export function oneLine(text: string): string {
  const flat = text.replace(/\s+/gu, " ").trim();
  if (flat.length <= MAX_CHARACTERS) return flat;
  const characters = [...flat.slice(0, MAX_CHARACTERS * 2)];
  return characters.length <= MAX_CHARACTERS ? flat : `${characters.slice(0, MAX_CHARACTERS).join("")}…`;
}
