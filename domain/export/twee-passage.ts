import { addToList } from "../add-to-list.ts";
import type { Branch } from "../dialogue/wire.ts";
import type { Condition, Effect } from "../expression.ts";
import type { TweeDialect } from "../import/twee/dialects.ts";
import type { TweeLink } from "../import/twee/links.ts";
import { Allowance } from "../import/twee/scan.ts";
import { scanPassage } from "../import/twee/scan-passage.ts";
import type { ExportedNode } from "./exported.ts";
import { oneLine, renderLink } from "./twee-names.ts";
import type { TweeScript } from "./twee-script.ts";

/** The text of a passage, and how many of its first and last lines were added for what the node's text does not say. */
export interface PassageText {
  text: string;
  linesBefore: number;
  addedLines: number;
}

/** Passage names of an export, by node, and the set of all of them. */
export interface PassageNames {
  names: ReadonlyMap<string, string>;
  passages: ReadonlySet<string>;
}

/**
 * The text of a node as a passage. A link that stands in the text stays where it is, rewritten when its branch now has
 * other words or another target; a link whose branch is gone becomes plain words. Effects that no macro makes are added
 * as lines before it, since a card says the values it leaves, and branches that no link stands for at the end.
 *
 * @param unchanged whether a link says just what its branch says
 */
export function passageText(
  node: ExportedNode,
  { names, passages }: PassageNames,
  script: TweeScript,
  missingEffects: readonly Effect[],
  unchanged: (link: TweeLink, branch: Branch) => boolean,
): PassageText {
  const text = node.text.replace(/\r\n?/g, "\n");
  const { links } = scanPassage(text, script.dialect, Allowance.unlimited());
  const claims = claimLinks(
    links.map(({ link }) => link),
    node.branches,
    names,
  );
  const parts: string[] = [];
  let at = 0;
  for (const { link } of links) {
    const branch = claims.get(link);
    const kept = branch !== undefined && unchanged(link, branch);
    parts.push(text.slice(at, link.start), kept ? link.raw : rewriteLink(link, branch, { names, passages }, script));
    at = link.end;
  }
  parts.push(text.slice(at));
  const claimed = new Set(claims.values());
  const before = missingEffects.flatMap((effect) => effectLine(effect, script));
  const lines = node.branches
    .filter((branch) => !claimed.has(branch))
    .flatMap((branch) => branchLines(branch, names, script));
  const body = parts.join("").trimEnd();
  const shown = before.length === 0 ? body : [...before, body].join("\n");
  if (lines.length === 0) return { text: shown, linesBefore: before.length, addedLines: 0 };
  // Chapbook's modifiers rule all that follows them; this ends the last one.
  if (script.dialect === "chapbook" && /^\[(?!\[)[^\]\n]+\][ \t]*$/m.test(body)) lines.unshift("[continued]");
  const written = shown === "" ? lines.join("\n") : `${shown}\n\n${lines.join("\n")}`;
  return { text: written, linesBefore: before.length, addedLines: lines.length };
}

/**
 * Assigns each link of the text to a branch: the one imported from just these words, else one with the same meaning.
 */
function claimLinks(
  links: readonly TweeLink[],
  branches: readonly Branch[],
  names: ReadonlyMap<string, string>,
): Map<TweeLink, Branch> {
  const claims = new Map<TweeLink, Branch>();
  const free = new Set(branches);
  const claim = (likeness: (branch: Branch) => string | null, wanted: (link: TweeLink) => string): void => {
    const byLikeness = new Map<string, Branch[]>();
    for (const branch of [...branches].reverse()) {
      const key = free.has(branch) ? likeness(branch) : null;
      if (key !== null) addToList(byLikeness, key, branch);
    }
    for (const link of links) {
      const branch = claims.has(link) ? undefined : byLikeness.get(wanted(link))?.pop();
      if (branch === undefined) continue;
      claims.set(link, branch);
      free.delete(branch);
    }
  };
  claim(importedLink, (link) => link.raw);
  claim(
    (branch) => `${branch.choice_text}\n${names.get(branch.target_node_id ?? "") ?? ""}`,
    (link) => `${link.text}\n${link.target}`,
  );
  return claims;
}

/** The words of the link a branch was imported from. */
function importedLink(branch: Pick<Branch, "extensions">): string | null {
  const own = branch.extensions.twee3;
  return typeof own === "object" && own !== null && "link" in own && typeof own.link === "string" ? own.link : null;
}

function rewriteLink(
  link: TweeLink,
  branch: Branch | undefined,
  { names, passages }: PassageNames,
  script: TweeScript,
): string {
  if (branch === undefined) return link.text;
  // A branch that leads to no node keeps the target its link had, unless by now a passage has that name.
  const leftOpen = passages.has(link.target) ? "" : link.target;
  const target = names.get(branch.target_node_id ?? "") ?? leftOpen;
  const setter = branch.effects.length === 0 ? null : (setterOf(branch, script) ?? link.setter);
  return renderLink(branch.choice_text, target, setter, {
    preferred: link.raw.includes("|") ? "|" : "->",
    dialect: script.dialect,
  });
}

/** Guards around a piece of script, one inside the other so that they are read back as they were; null if they cannot. */
function guarded(conditions: readonly Omit<Condition, "id">[], inner: string, script: TweeScript): string[] | null {
  const written = conditions.map((condition) => script.expression(condition as Condition));
  if (written.includes(null)) return null;
  switch (script.dialect) {
    case "sugarcube":
    case "sugarcane": {
      const end = script.dialect === "sugarcube" ? "<</if>>" : "<<endif>>";
      return [`${written.map((words) => `<<if ${words}>>`).join("")}${inner}${end.repeat(written.length)}`];
    }
    case "harlowe":
      return [`${written.map((words) => `(if: ${words})[`).join("")}${inner}${"]".repeat(written.length)}`];
    case "chapbook":
      if (written.length === 0) return [inner];
      if (written.some((words) => words?.includes("]") || words?.includes(";"))) return null;
      return [
        `[if ${written.map((words) => (written.length > 1 ? `(${words})` : words)).join(" && ")}]`,
        inner,
        "[continued]",
      ];
    default:
      return written.length === 0 ? [inner] : null;
  }
}

function branchLines(branch: Branch, names: ReadonlyMap<string, string>, script: TweeScript): string[] {
  const target = names.get(branch.target_node_id ?? "");
  // A link cannot lead nowhere: it keeps the name its target would have, or only its words stay.
  const link =
    target === undefined
      ? `[[${oneLine(branch.choice_text.replace(/[[\]]/g, "")) || "…"}->]]`
      : renderLink(branch.choice_text, target, setterOf(branch, script), { preferred: "->", dialect: script.dialect });
  // What has no words counts as not met, as it does to a player.
  return guarded(branch.conditions, link, script) ?? guarded([{ lit: false }], link, script) ?? [link];
}

function setterOf(branch: Branch, script: TweeScript): string | null {
  if (branch.effects.length === 0 || (script.dialect !== "sugarcube" && script.dialect !== "sugarcane")) return null;
  const written = branch.effects.map((effect) => (effect.when.length > 0 ? null : script.assignment(effect)));
  return written.includes(null) ? null : written.join(", ");
}

/** A line that makes an effect when the passage is shown; none when the format cannot say it. */
function effectLine(effect: Omit<Effect, "id">, script: TweeScript): string[] {
  const assignment = script.assignment(effect);
  const macro = assignment === null ? null : setMacro(assignment, script.dialect);
  return macro === null ? [] : (guarded(effect.when, macro, script) ?? []);
}

function setMacro(assignment: string, dialect: TweeDialect | null): string | null {
  if (dialect === "sugarcube" || dialect === "sugarcane") return `<<set ${assignment}>>`;
  return dialect === "harlowe" ? `(set: ${assignment})` : null;
}
