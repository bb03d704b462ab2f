import type { Expression } from "../../expression.ts";
import { walkExpression } from "../../expression.ts";
import type { Losses } from "../losses.ts";
import { quoted, type Report } from "../report.ts";
import type { ImportedNode } from "../story.ts";
import type { TweeDialect } from "./dialects.ts";
import type { LostLook } from "./look.ts";
import { macroAsWritten } from "./macro-names.ts";
import type { TweePassage } from "./passages.ts";
import type { PassageScan } from "./scan.ts";

/** Tells the author where the data of a passage's header could not be read. */
export function describeHeader(key: string, { unreadMetadata }: TweePassage, report: Report): void {
  if (unreadMetadata === null) return;
  const message = `The data after the name of ${quoted(key)} is not JSON and is left out.`;
  report.add("warning", "twee_metadata_unread", message, { node: key, source: unreadMetadata });
}

/** Tells what of a passage is read otherwise than it is written, with its lines. */
export function tellOf(
  { told }: PassageScan,
  { text, line }: TweePassage,
  key: string,
  dialect: TweeDialect | null,
  losses: Losses,
): void {
  let [here, from] = [line + 1, 0];
  for (const { at, name, is, severity } of told.toSorted((a, b) => a.at - b.at)) {
    for (let next = text.indexOf("\n", from); next >= 0 && next < at; next = text.indexOf("\n", from)) {
      here++;
      from = next + 1;
    }
    losses.add("twee_read_otherwise", `${quoted(macroAsWritten(name, dialect))} ${is}`, here, key, severity);
  }
}

/** Tells the author which looks of words are not kept. */
export function describeLooks(lost: ReadonlySet<LostLook>, report: Report): void {
  if (lost.size === 0) return;
  const looks = [...lost].sort().join(", ");
  report.add("info", "twee_look_lost", `Words that are ${looks} are kept without that.`);
}

/** Tells the author which names in braces are shown as they stand. */
export function describeUnset(names: ReadonlySet<string>, report: Report): void {
  if (names.size === 0) return;
  const listed = [...names].slice(0, 12).map((name) => quoted(`{${name}}`));
  report.add("info", "twee_name_unset", `Nothing sets a variable for ${listed.join(", ")}: shown as written.`);
}

/** Tells the author what of a passage could not be taken over, each kind once for a node. */
export function describeNode(node: ImportedNode, scan: PassageScan, names: ReadonlySet<string>, report: Report): void {
  const about = { node: node.key };
  const title = quoted(node.key);
  const guards = opaqueParts([...node.conditions, ...node.branches.flatMap((branch) => branch.conditions)]);
  if (guards.size > 0) {
    const message = `${count(guards.size, "condition")} of ${title} could not be read and ${verb(guards.size)} kept as written.`;
    report.add("warning", "twee_guard_kept_opaque", message, { ...about, source: first(guards) });
  }
  const effects = [...node.on_enter_effects, ...node.branches.flatMap((branch) => branch.effects)];
  const sets = opaqueParts(effects.flatMap((effect) => (effect.value === null ? [] : [effect.value])));
  if (sets.size > 0) {
    const message = `${count(sets.size, "assignment")} in ${title} could not be read and ${verb(sets.size)} kept as written.`;
    report.add("info", "twee_assignment_kept_opaque", message, { ...about, source: first(sets) });
  }
  if (scan.moves.size > 0) {
    const targets = [...scan.moves.keys()].slice(0, 5).map(quoted).join(", ");
    report.add(
      "warning",
      "twee_move_is_text",
      `A macro of ${title} leads to ${targets}: it is kept as text and is not a choice.`,
      {
        ...about,
        source: first(scan.moves.values()),
      },
    );
  }
  if (scan.kept.size > 0) {
    const macros = [...scan.kept].slice(0, 12).join(", ");
    report.add("info", "twee_macros_kept", `Macros of ${title} kept as text: ${macros}.`, about);
  }
  describeBranches(node, names, report);
}

function describeBranches(node: ImportedNode, names: ReadonlySet<string>, report: Report): void {
  const title = quoted(node.key);
  for (const branch of node.branches) {
    const about = { node: node.key, source: linkOf(branch.extensions) };
    if (branch.conditions.some((condition) => "lit" in condition && condition.lit === false)) {
      report.add(
        "info",
        "twee_link_never_shown",
        `A link of ${title} is inside a comment, a script or quoted text.`,
        about,
      );
    }
    if (branch.target_key === null) {
      report.add("warning", "twee_link_without_passage", `A link of ${title} names no passage.`, about);
    } else if (!names.has(branch.target_key)) {
      const message = `${title} links to ${quoted(branch.target_key)}, which is not a passage.`;
      report.add("warning", "twee_missing_passage", message, about);
    }
  }
}

function linkOf(extensions: ImportedNode["extensions"]): string | null {
  const own = extensions.twee3;
  return typeof own === "object" && own !== null && "link" in own && typeof own.link === "string" ? own.link : null;
}

function opaqueParts(expressions: readonly Expression[]): Set<string> {
  const sources = new Set<string>();
  for (const expression of expressions) {
    walkExpression(expression, (part) => {
      if ("op" in part && part.op === "opaque") sources.add(part.source);
    });
  }
  return sources;
}

function first(values: Iterable<string>): string | null {
  for (const value of values) return value;
  return null;
}

function count(n: number, noun: string): string {
  return n === 1 ? `One ${noun}` : `${n} ${noun}s`;
}

function verb(n: number): string {
  return n === 1 ? "is" : "are";
}
