import { NODE_KINDS, type NodeKind } from "../../dialogue/wire.ts";
import type { Expression } from "../../expression.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { blankNode } from "../blank-parts.ts";
import { markEndings } from "../endings.ts";
import { fingerprint } from "../fingerprint.ts";
import { ImportError } from "../import-error.ts";
import { placeNodes } from "../place-nodes.ts";
import { quoted, Report } from "../report.ts";
import { declarationsOf, Resolver } from "../script/resolve.ts";
import type { Assignment } from "../script/statements.ts";
import type { ImportedGraph, ImportedNode, ImportedStory } from "../story.ts";
import { checkStorySize } from "../story-limits.ts";
import { readBranches, setterOf } from "./branches.ts";
import { DIALECT_NAMES, detectDialect, dialectOfFormat, type TweeDialect } from "./dialects.ts";
import { readPosition } from "./header.ts";
import { readPassages, type TweePassage } from "./passages.ts";
import { describeNode } from "./remarks.ts";
import { Allowance, type PassageScan } from "./scan.ts";
import { scanPassage } from "./scan-passage.ts";
import { type SortedPassages, sortPassages, storyDataText } from "./story-data.ts";
import { inferVariables } from "./variables.ts";

/** A passage on its way to becoming a node. */
interface Draft {
  key: string;
  passage: TweePassage;
  scan: PassageScan;
}

/**
 * Imports a Twee 3 file (Twee 1 is much the same) as one graph.
 *
 * A passage is a node whose key is its name and whose text is the passage's source, whole. Every `[[…]]` in it is also
 * a branch, which remembers the words of its link so that an export can tell which link it is. Simple conditions and
 * assignments of the story formats become conditions and effects; everything else stays text, and a guard that is not
 * simple is kept word for word.
 */
export function importTwee(content: unknown, options: { name?: string | undefined } = {}): ImportedStory {
  if (typeof content !== "string") {
    throw new ImportError("wrong_content_type", "A Twee story is a text.", { pointer: "" });
  }
  const report = new Report();
  const file = readPassages(content);
  const sorted = sortPassages(file.passages, report);
  if (sorted.nodes.length === 0) throw new ImportError("empty_story", "The file holds no passage that is a node.");
  if (file.preamble !== "") {
    report.add("warning", "twee_preamble_kept", "Text before the first passage is kept with the dialogue.", {
      source: file.preamble,
    });
  }
  const dialect = dialectOf(sorted, report);
  const allowance = new Allowance();
  const keys = keysOf(sorted.nodes, report);
  const drafts = sorted.nodes.map((passage, i) => ({
    key: keys[i] ?? "",
    passage,
    scan: scanPassage(passage.text, dialect, allowance),
  }));
  const variables = inferVariables(evidenceOf(drafts, dialect));
  const resolver = new Resolver(dialect ?? "twee3", declarationsOf(variables));
  const names = new Set(keys);
  const nodes: ImportedNode[] = [];
  const positions: ReturnType<typeof readPosition>[] = [];
  // A macro may lead on, and our own export says what it wrote.
  const unread = new Set(
    drafts.flatMap(({ key, scan, passage }) => {
      const isSaid = ownMetadata(passage.metadata, "kind") !== null;
      return isSaid || scan.moves.size + scan.kept.size > 0 ? [key] : [];
    }),
  );
  // What was made of a passage is given back with each node: of a hundred thousand it is larger than the story.
  drafts.reverse();
  for (let draft = drafts.pop(); draft !== undefined; draft = drafts.pop()) {
    nodes.push(toNode(draft, dialect, names, resolver, report));
    positions.push(readPosition(draft.passage.metadata));
  }
  const start_key = startOf(sorted, keys, report);
  placeNodes(nodes, start_key, (_, index) => positions[index] ?? null);
  const name = options.name ?? sorted.title;
  const key =
    sorted.title ?? options.name ?? storyDataText(sorted.storyData, "ifid") ?? `untitled: ${fingerprint(keys)}`;
  const graph: ImportedGraph = {
    key,
    name: name ?? "Untitled story",
    description: "",
    start_key,
    nodes,
    groups: [],
    annotations: [],
    extensions: { twee3: graphExtension(sorted, dialect, file.preamble) },
  };
  markEndings(graph, report, ({ key }) => unread.has(key));
  return checkStorySize({
    format: "twee3",
    name,
    graphs: [graph],
    variables,
    entities: [],
    report: report.items.map((item) => ({ ...item, graph_key: key })),
  });
}

function dialectOf(sorted: SortedPassages, report: Report): TweeDialect | null {
  const named = storyDataText(sorted.storyData, "format");
  const declared = named === null ? null : dialectOfFormat(named);
  if (named !== null && declared === null) {
    report.add(
      "warning",
      "twee_format_unknown",
      `The story format ${quoted(named)} is not known; its scripts stay text.`,
    );
    return null;
  }
  const dialect = declared ?? detectDialect(sorted.nodes.map((passage) => passage.text));
  const sentence =
    dialect === null
      ? "Nothing says which story format this is written for; only its links are read."
      : `Read as ${DIALECT_NAMES[dialect]}${declared === null ? ", going by its markup" : ""}.`;
  report.add("info", "twee_dialect", sentence);
  return dialect;
}

/** Keys of the passages: their names, with a number where a name comes again. */
function keysOf(passages: readonly TweePassage[], report: Report): string[] {
  const names = new Set(passages.map((passage) => passage.name));
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  return passages.map(({ name, line }) => {
    const base = name === "" ? "(no name)" : name;
    if (name !== "" && !taken.has(base)) {
      taken.add(base);
      return base;
    }
    let count = counts.get(base) ?? (name === "" ? 0 : 1);
    let key: string;
    do key = `${base} (${++count})`;
    while (taken.has(key) || names.has(key));
    counts.set(base, count);
    taken.add(key);
    const what = name === "" ? "A passage without a name" : `Another passage named ${quoted(name)}`;
    report.add("warning", "twee_passage_renamed", `${what} (line ${line}) is imported as ${quoted(key)}.`, {
      node: key,
    });
    return key;
  });
}

function evidenceOf(drafts: readonly Draft[], dialect: TweeDialect | null) {
  const assignments: Assignment[] = [];
  const conditions: Expression[] = [];
  const initial: Assignment[] = [];
  for (const { passage, scan } of drafts) {
    const early = passage.name === "StoryInit" || passage.tags.includes("startup");
    for (const found of scan.assignments) {
      assignments.push(found.assignment);
      if (early && found.onEntry && found.guards.length === 0) initial.push(found.assignment);
    }
    for (const { link } of scan.links) if (link.setter !== null) assignments.push(...setterOf(link.setter, dialect));
    for (const condition of scan.asked) conditions.push(condition);
  }
  return { assignments, conditions, initial };
}

function toNode(
  { key, passage, scan }: Draft,
  dialect: TweeDialect | null,
  names: ReadonlySet<string>,
  resolver: Resolver,
  report: Report,
): ImportedNode {
  const branches = readBranches(scan, dialect, names, resolver);
  const onEntry = scan.assignments.filter((found) => found.onEntry);
  const node: ImportedNode = {
    ...blankNode(key, kindOf(passage.metadata)),
    title: passage.name === "" ? null : passage.name,
    text: ownText(passage),
    tags: passage.tags,
    speaker_label: ownTextMetadata(passage.metadata, "speaker"),
    conditions: resolver.conditions(scan.entry),
    on_enter_effects: onEntry.map(({ assignment, guards }) => resolver.effect(assignment, guards)),
    branches,
    extensions: foreignMetadata(passage.metadata),
  };
  describeNode(node, passage, scan, names, report);
  return node;
}

/** What our own export notes in a header: `{"fabula": {"kind": …, "speaker": …, "added_lines": …}}`. */
function ownMetadata(metadata: JsonObject | null, field: string): Json {
  const own = metadata !== null && Object.hasOwn(metadata, "fabula") ? metadata.fabula : null;
  return isJsonObject(own) && Object.hasOwn(own, field) ? (own[field] ?? null) : null;
}

function ownTextMetadata(metadata: JsonObject | null, field: string): string | null {
  const value = ownMetadata(metadata, field);
  return typeof value === "string" ? value : null;
}

function kindOf(metadata: JsonObject | null): NodeKind {
  const kind = ownMetadata(metadata, "kind");
  return NODE_KINDS.find((known) => known === kind) ?? "line";
}

/** Metadata that is not ours and says more than the place: it is kept, to be written again. */
function foreignMetadata(metadata: JsonObject | null): JsonObject {
  const kept = Object.entries(metadata ?? {}).filter(([name]) => name !== "position" && name !== "fabula");
  return kept.length === 0 ? {} : { twee3: { metadata: Object.fromEntries(kept) } };
}

/** A line as our export adds it for a branch or an effect that the node's own text does not hold. */
const ADDED_LINE = /\[\[|<<set |\(set: |^\[(?:if .*|continued)\]$/;

/** The passage's text without the lines our export added to it, unless someone has changed those since. */
function ownText({ text, metadata }: TweePassage): string {
  const added = ownMetadata(metadata, "added_lines");
  if (typeof added !== "number" || !Number.isInteger(added) || added <= 0) return text;
  const lines = text.split("\n");
  const own = lines.length - added;
  if (own < 0 || !lines.slice(own).every((line) => ADDED_LINE.test(line))) return text;
  return lines.slice(0, own).join("\n").trimEnd();
}

/** `StoryData`'s start, else the passage "Start", else the first. */
function startOf(sorted: SortedPassages, keys: readonly string[], report: Report): string | null {
  const named = storyDataText(sorted.storyData, "start");
  if (named !== null && keys.includes(named)) return named;
  const found = keys.includes("Start") ? "Start" : (keys[0] ?? null);
  if (named !== null) {
    const message = `StoryData names ${quoted(named)} as the start, which is no passage; the story starts at ${quoted(found ?? "")}.`;
    report.add("warning", "twee_start_unknown", message, { node: found });
  }
  return found;
}

/** What an export needs to write the file again, and no node holds. */
function graphExtension(sorted: SortedPassages, dialect: TweeDialect | null, preamble: string): JsonObject {
  const extension: JsonObject = { dialect };
  if (sorted.storyData !== null) extension.story_data = sorted.storyData;
  if (sorted.unreadStoryData !== null) extension.story_data_source = sorted.unreadStoryData;
  if (preamble !== "") extension.preamble = preamble;
  if (sorted.assets.length > 0) {
    extension.assets = sorted.assets.map(({ name, tags, metadata, text }) => ({ name, tags, metadata, text }));
  }
  return extension;
}
