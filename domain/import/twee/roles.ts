import { quoted, type Report } from "../report.ts";
import { isSugarCube, type TweeDialect } from "./dialects.ts";
import type { TweePassage } from "./passages.ts";
import type { Piece } from "./piece.ts";
import type { ReadPassage } from "./read-passage.ts";
import { silenced, withoutWords } from "./silent-pieces.ts";

/** Passages by what their story format makes of them. */
export interface PassageRoles {
  readonly pages: ReadPassage[];
  /** Names of those shown before and after every page. */
  readonly before: string[];
  readonly after: string[];
  /** Passages executed before the story begins, beyond first values of variables. */
  readonly openings: ReadPassage[];
  /** Names of those that only give variables their first values. */
  readonly values: string[];
  /** Names of those that are about the page around the story. */
  readonly around: string[];
}

/** Passages of SugarCube that it shows or carries out around every page, in its order. */
const BEFORE: readonly string[] = ["PassageReady", "PassageHeader"];
const AFTER: readonly string[] = ["PassageFooter", "PassageDone"];
/** Passages that SugarCube carries out and that nobody sees. */
const UNSEEN: ReadonlySet<string> = new Set(["PassageReady", "PassageDone", "StoryInit"]);
/** Passages that SugarCube and its ancestors show beside the story, or read as settings. */
const AROUND: ReadonlySet<string> = new Set([
  "StoryAuthor",
  "StoryBanner",
  "StoryCaption",
  "StoryDisplayTitle",
  "StoryIncludes",
  "StoryInterface",
  "StoryMenu",
  "StorySettings",
  "StoryShare",
  "StorySubtitle",
]);

/** Whether a passage is carried out before the story begins. */
export function isOpening({ name, tags }: Pick<TweePassage, "name" | "tags">, dialect: TweeDialect | null): boolean {
  if (name === "StoryInit") return true;
  return tags.includes(isSugarCube(dialect) ? "init" : "startup");
}

/** Pieces of a passage as a player sees them: of some passages, nothing. */
export function seenPieces(
  pieces: readonly Piece[],
  { name, tags }: TweePassage,
  dialect: TweeDialect | null,
): readonly Piece[] {
  return isSugarCube(dialect) && (UNSEEN.has(name) || tags.includes("init")) ? withoutWords(silenced(pieces)) : pieces;
}

/** Sorts passages by what their story format makes of them. */
export function rolesOf(read: readonly ReadPassage[], dialect: TweeDialect | null): PassageRoles {
  const roles: PassageRoles = { pages: [], before: [], after: [], openings: [], values: [], around: [] };
  const isSugar = isSugarCube(dialect);
  for (const each of read) {
    const { name, tags, metadata } = each.passage;
    if (metadata !== null && Object.hasOwn(metadata, "fabula")) continue;
    if (isSugar && AROUND.has(name)) roles.around.push(each.key);
    else if (isSugar ? BEFORE.includes(name) : tags.includes("header")) roles.before.push(each.key);
    else if (isSugar ? AFTER.includes(name) : tags.includes("footer")) roles.after.push(each.key);
    else if (!isOpening(each.passage, dialect)) roles.pages.push(each);
    else if (onlyGivesValues(each.pieces)) roles.values.push(each.key);
    else roles.openings.push(each);
  }
  if (isSugar) {
    roles.before.sort((a, b) => BEFORE.indexOf(a) - BEFORE.indexOf(b));
    roles.after.sort((a, b) => AFTER.indexOf(a) - AFTER.indexOf(b));
    roles.openings.sort((a, b) => Number(a.key === "StoryInit") - Number(b.key === "StoryInit"));
  }
  return roles;
}

/** Whether pieces do nothing but give each variable one first value. */
function onlyGivesValues(pieces: readonly Piece[]): boolean {
  const given = new Set<string>();
  return pieces.every((piece) => {
    if (piece.kind === "text") return piece.text.trim() === "";
    if (piece.kind !== "set") return false;
    return piece.assignments.every(({ target, op, value }) => {
      if (target === null || op !== "set" || value === null || !("lit" in value) || given.has(target)) return false;
      given.add(target);
      return true;
    });
  });
}

/** Tells what became of passages that have no card of their own. */
export function describeRoles(roles: PassageRoles, inside: readonly string[], report: Report): void {
  const add = (code: string, names: readonly string[], what: (named: string) => string) => {
    if (names.length > 0) report.add("info", code, what(listed(names)));
  };
  add("twee_first_values", roles.values, (names) => `${names}: sets the initial values of variables.`);
  add("twee_around", roles.around, (names) => `${names}: part of the page around the story, not a card.`);
  add("twee_on_every_page", [...roles.before, ...roles.after], (names) => `${names}: shown with every passage.`);
  add("twee_inside", inside, (names) => `${names}: shown inside other passages, so part of their cards.`);
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, 8).map(quoted).join(", ")}${names.length > 8 ? ` and ${names.length - 8} more` : ""}`;
}
