import { BRANCH_KINDS, NODE_KINDS, type NodeKind } from "../../dialogue/wire.ts";
import type { Expression } from "../../expression.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { marksIn, TEXT_MARK_KINDS, type TextMark } from "../../text-marks/text-mark.ts";
import { blankNode } from "../blank-parts.ts";
import { markEndings } from "../endings.ts";
import { fingerprint } from "../fingerprint.ts";
import { ImportError } from "../import-error.ts";
import { type ImportOptions, keyByFiles, nameByFiles } from "../import-options.ts";
import type { LinePlaces } from "../line-places.ts";
import { Losses } from "../losses.ts";
import { placeNodes } from "../place-nodes.ts";
import { quoted, Report } from "../report.ts";
import { declarationsOf, Resolver } from "../script/resolve.ts";
import type { Assignment } from "../script/statements.ts";
import { temporaryName } from "../script/tokens.ts";
import type { ImportedBranch, ImportedGraph, ImportedNode, ImportedStory } from "../story.ts";
import { checkStorySize } from "../story-limits.ts";
import { readBranches, setterOf } from "./branches.ts";
import { DIALECT_NAMES, detectDialect, dialectOfFormat, type TweeDialect } from "./dialects.ts";
import { readPosition } from "./header.ts";
import { hooksOf, tellHooksOfOthers } from "./hooks-of-others.ts";
import type { LostLook } from "./look.ts";
import { withLooks } from "./look-passage.ts";
import { wordsOfValues } from "./marked-values.ts";
import { ownWords } from "./own-words.ts";
import type { TweePassage } from "./passages.ts";
import { everyPiece } from "./piece.ts";
import { piecesOf } from "./pieces.ts";
import type { ReadPassage } from "./read-passage.ts";
import { describeHeader, describeLooks, describeNode, describeUnset, tellOf } from "./remarks.ts";
import { describeRoles, isOpening, rolesOf, seenPieces } from "./roles.ts";
import { Allowance } from "./scan.ts";
import { scanPassage } from "./scan-passage.ts";
import { readSource } from "./source.ts";
import { type SortedPassages, sortPassages, storyDataText } from "./story-data.ts";
import { changedLater, storyNames } from "./story-names.ts";
import { TweeStoryWriter } from "./story-writer.ts";
import { withoutTweeValues } from "./text-values.ts";
import { unknownVariables } from "./unknown-values.ts";
import { tellValuesNotSet } from "./values-not-set.ts";
import { inferVariables } from "./variables.ts";

/**
 * Imports a Twee 3 file (Twee 1 is much the same), several that form a story, or a file that Twine published, as one graph, by what its story format makes of it.
 *
 * A passage is a card of its name, or a group of them where it depends on something: texts, conditions, assignments and links are taken
 * over by what they mean when they are played. Passages that are shown in others stand there. What cannot be expressed is kept beside
 * the card, as an effect that changes nothing, and is said with its line. A passage that our own export wrote is read back as it was.
 */
export function importTwee(content: unknown, options: ImportOptions = {}): ImportedStory {
  if (typeof content !== "string") {
    throw new ImportError("wrong_content_type", "A Twee story must be text.", { pointer: "" });
  }
  const report = new Report();
  const file = readSource(content, options, report);
  const sorted = sortPassages(file.passages, report);
  if (sorted.nodes.length === 0) throw new ImportError("empty_story", "The file contains no passage of a story.");
  if (file.preamble !== "") {
    report.add("warning", "twee_preamble_kept", "Text before the first passage is kept with the dialogue.", {
      source: file.preamble,
    });
  }
  const dialect = dialectOf(sorted, report);
  const allowance = new Allowance();
  const losses = new Losses(file.places);
  const lost = new Set<LostLook>();
  const unset = new Set<string>();
  const defined = storyNames(sorted.nodes, dialect, storyDataText(sorted.storyData, "format-version"));
  const isLate = changedLater(sorted.nodes, dialect);
  const keys = keysOf(sorted.nodes, file.places, report);
  const read = sorted.nodes.map((passage, i): ReadPassage => {
    const scan = scanPassage(passage.text, dialect, allowance, { ...defined, isLate: isLate(passage) });
    const isOwn = isWritten(passage);
    describeHeader(keys[i] ?? "", passage, report);
    if (!isOwn) tellOf(scan, passage, keys[i] ?? "", dialect, losses);
    const pieces = isOwn
      ? []
      : seenPieces(
          piecesOf(passage.text, withLooks(passage.text, scan.marks, dialect, lost), dialect, passage.line + 1),
          passage,
          dialect,
        );
    const hooks = dialect === "harlowe" ? hooksOf(scan.marks) : [];
    scan.marks = [];
    scan.told = [];
    return { key: keys[i] ?? "", passage, scan, pieces, hooks };
  });
  const roles = rolesOf(read, dialect);
  if (dialect === "harlowe") tellHooksOfOthers(read, [...roles.before, ...roles.after], losses);
  for (const { key, passage } of read) {
    if (dialect !== "sugarcube" || !roles.after.includes(key) || !LINE_SIGN.test(passage.text)) continue;
    const what = `The first sign of ${quoted(key)} is a letter where the page before it ends within a line`;
    losses.add("twee_read_otherwise", what, passage.line + 1, key);
  }
  const own = read.filter(({ passage }) => isWritten(passage));
  const values = own.length > 0 ? new Map<string, string>() : wordsOfValues(read, dialect, losses);
  const variables = inferVariables(evidenceOf(read, dialect)).map((variable) => {
    const words = typeof variable.default === "string" ? values.get(variable.default) : undefined;
    return words === undefined ? variable : { ...variable, default: words };
  });
  const declarations = declarationsOf(variables);
  const resolver = new Resolver(dialect ?? "twee3", declarations);
  const names = new Set(keys);
  const start = startOf(sorted, keys, report);
  if (own.length === 0) {
    const { version } = defined;
    const scripts = sorted.assets.filter(({ tags }) => tags.includes("script"));
    tellValuesNotSet({ read, roles, start, scripts, dialect, version, variables, declarations, losses });
  }
  const written = new TweeStoryWriter({
    pages: roles.pages,
    all: new Map(read.map((each) => [each.key, each])),
    written: new Set(own.map(({ key }) => key)),
    before: roles.before,
    after: roles.after,
    openings: roles.openings,
    start,
    dialect,
    resolver,
    declarations,
    variables,
    losses,
    lost,
    unset,
    values,
    unknown: unknownVariables(
      read.map(({ pieces }) => pieces),
      { resolver, dialect },
    ),
    ownOf: ({ passage, scan }) => ({ ...headerOf(passage), conditions: resolver.conditions(scan.entry) }),
  }).write();
  const nodes: ImportedNode[] = [
    ...own.map((each) =>
      toNode(each, dialect, { names, isVariable: (name) => declarations(name) !== undefined }, resolver, report),
    ),
    ...written.nodes,
  ];
  const order = new Map(keys.map((key, at) => [key, at]));
  if (own.length > 0)
    nodes.sort((a, b) => (order.get(a.group_key ?? a.key) ?? 0) - (order.get(b.group_key ?? b.key) ?? 0));
  describeRoles(roles, written.inside, report);
  describeLooks(lost, report);
  describeUnset(unset, report);
  const cards = new Set(nodes.map(({ key }) => key));
  losses.report(report, (key) => cards.has(key));
  const unread = new Set([...written.unread, ...own.map(({ key }) => key)]);
  const places = new Map(read.map(({ key, passage }) => [key, readPosition(passage.metadata)]));
  const start_key = written.start ?? start;
  placeNodes(nodes, start_key, (node) => places.get(node.key) ?? null);
  const name = options.name ?? sorted.title ?? nameByFiles(options);
  const key =
    sorted.title ??
    options.name ??
    storyDataText(sorted.storyData, "ifid") ??
    keyByFiles(options) ??
    `untitled: ${fingerprint(keys)}`;
  const graph: ImportedGraph = {
    key,
    name: name ?? "Untitled story",
    description: "",
    start_key,
    nodes,
    groups: written.groups,
    annotations: [],
    extensions: { twee3: graphExtension(sorted, dialect, file.preamble) },
  };
  markEndings(graph, report, ({ key }) => unread.has(key));
  return checkStorySize({
    format: "twee3",
    id: storyDataText(sorted.storyData, "ifid"),
    name,
    graphs: [graph],
    variables: [...variables, ...written.held],
    entities: [],
    report: report.items.map((item) => ({ ...item, graph_key: key })),
  });
}

function dialectOf(sorted: SortedPassages, report: Report): TweeDialect | null {
  const named = storyDataText(sorted.storyData, "format");
  const declared = named === null ? null : dialectOfFormat(named);
  // A format for proofreading has the passages of another as they are.
  const isProof = named !== null && /^(?:paperthin|illume|.*proofing.*)$/i.test(named);
  if (named !== null && declared === null && !isProof) {
    report.add(
      "warning",
      "twee_format_unknown",
      `The story format ${quoted(named)} is unknown; its scripts are kept as text.`,
    );
    return null;
  }
  // Our own file names the format that its texts are written in: without one, what looks like a macro is what somebody says.
  const isOurs = sorted.nodes.some(isWritten);
  const dialect = declared ?? (isOurs ? null : detectDialect(sorted.nodes.map((passage) => passage.text)));
  const sentence =
    dialect === null
      ? "The file names no story format; only its links are read."
      : `Read as ${DIALECT_NAMES[dialect]}${declared === null ? ", based on its markup" : ""}.`;
  report.add("info", "twee_dialect", sentence);
  return dialect;
}

/** Keys of the passages: their names, with a number where a name comes again. */
function keysOf(passages: readonly TweePassage[], places: LinePlaces, report: Report): string[] {
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
    report.add("warning", "twee_passage_renamed", `${what} (${places.words([line])}) is imported as ${quoted(key)}.`, {
      node: key,
    });
    return key;
  });
}

function evidenceOf(read: readonly ReadPassage[], dialect: TweeDialect | null) {
  const assignments: Assignment[] = [];
  const conditions: Expression[] = [];
  const initial: Assignment[] = [];
  for (const { passage, scan, pieces } of read) {
    const early = isOpening(passage, dialect);
    for (const found of scan.assignments) {
      const { either, choice } = found.assignment;
      const [drawn] = either ?? (choice === undefined ? [] : [choice.yes]);
      assignments.push(drawn === undefined ? found.assignment : { ...found.assignment, value: drawn });
      if (choice !== undefined) assignments.push({ ...found.assignment, value: choice.no });
      if (early && found.onEntry && found.guards.length === 0) initial.push(found.assignment);
    }
    for (const { link } of scan.links) if (link.setter !== null) assignments.push(...setterOf(link.setter, dialect));
    for (const piece of everyPiece(pieces)) {
      if (piece.kind !== "cycle") continue;
      const target = piece.variable.startsWith("_") ? temporaryName(piece.variable) : piece.variable.slice(1);
      assignments.push({ source: "", target, op: "set", value: { lit: piece.values[0] ?? "" } });
    }
    for (const condition of scan.asked) conditions.push(condition);
  }
  return { assignments, conditions, initial };
}

/** Sign of SugarCube that counts at the beginning of a line. */
const LINE_SIGN = /^(?:!{1,6}|\*|#|>|<<<\n|-{4})/;

/** Whether our own export wrote a passage. */
function isWritten({ metadata }: TweePassage): boolean {
  return metadata !== null && Object.hasOwn(metadata, "fabula");
}

/** Returns the fields of a passage's first card that its header gives. */
function headerOf(passage: TweePassage): Partial<ImportedNode> {
  return {
    title: passage.name === "" ? null : passage.name,
    tags: passage.tags,
    extensions: foreignMetadata(passage.metadata),
  };
}

function toNode(
  { key, passage, scan }: ReadPassage,
  dialect: TweeDialect | null,
  { names, isVariable }: { names: ReadonlySet<string>; isVariable: (name: string) => boolean },
  resolver: Resolver,
  report: Report,
): ImportedNode {
  const kinds = ownMetadata(passage.metadata, "ways");
  const choiceMarks = ownMetadata(passage.metadata, "choice_marks");
  const branches = readBranches(scan, dialect, names, resolver).map((branch, at): ImportedBranch => {
    const kind = BRANCH_KINDS.find((known) => Array.isArray(kinds) && known === kinds[at]);
    const marks = isJsonObject(choiceMarks) ? marksOf(choiceMarks[at], branch.choice_text) : [];
    return { ...branch, ...(kind !== undefined && { kind }), ...(marks.length > 0 && { text_marks: marks }) };
  });
  const onEntry = scan.assignments.filter((found) => found.onEntry);
  const node: ImportedNode = {
    ...blankNode(key, kindOf(passage.metadata)),
    ...headerOf(passage),
    ...ownWordsOf(passage, dialect, isVariable),
    speaker_label: ownTextMetadata(passage.metadata, "speaker"),
    conditions: resolver.conditions(scan.entry),
    on_enter_effects: onEntry.map(({ assignment, guards }) => resolver.effect(assignment, guards)),
    branches,
  };
  describeNode(node, scan, names, report);
  return node;
}

/** Text of a passage that our own export wrote, with its marks where it has any. */
function ownWordsOf(
  passage: TweePassage,
  dialect: TweeDialect | null,
  isVariable: (name: string) => boolean,
): Pick<ImportedNode, "text" | "text_marks"> {
  const written = ownText(passage);
  const isMarked = ownMetadata(passage.metadata, "marks") === true;
  if (isMarked && dialect !== null) {
    const { text, marks } = ownWords(written, dialect, isVariable);
    return { text, text_marks: [...marks] };
  }
  const text = withoutTweeValues(written, dialect, isVariable);
  const marks = marksOf(ownMetadata(passage.metadata, "text_marks"), text);
  return marks.length === 0 ? { text } : { text, text_marks: marks };
}

/** Marks that our own export notes in a header, within a text. */
function marksOf(value: Json | undefined, text: string): TextMark[] {
  const marks = (Array.isArray(value) ? value : []).flatMap((each): TextMark[] => {
    if (!isJsonObject(each)) return [];
    const kind = TEXT_MARK_KINDS.find((known) => known === each.kind);
    const { start, end } = each;
    return kind === undefined || typeof start !== "number" || typeof end !== "number" ? [] : [{ kind, start, end }];
  });
  return marksIn(text, marks);
}

/**
 * Returns a field that our own export notes in a header: `{"fabula": {"kind": …, "speaker": …, "lines_before": …,
 * "added_lines": …, "marks": …, "text_marks": …, "choice_marks": …}}`.
 */
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

/** The passage's text without the lines our export added before and behind it, unless someone has changed those since. */
function ownText({ text, metadata }: TweePassage): string {
  const lines = text.split("\n");
  const before = countOf(metadata, "lines_before");
  const behind = countOf(metadata, "added_lines");
  const end = lines.length - behind;
  if (end < before || ![...lines.slice(0, before), ...lines.slice(end)].every((line) => ADDED_LINE.test(line)))
    return text;
  return behind > 0 ? lines.slice(before, end).join("\n").trimEnd() : lines.slice(before).join("\n");
}

function countOf(metadata: JsonObject | null, field: string): number {
  const count = ownMetadata(metadata, field);
  return typeof count === "number" && Number.isInteger(count) && count > 0 ? count : 0;
}

/** `StoryData`'s start, else the passage "Start", else the first. */
function startOf(sorted: SortedPassages, keys: readonly string[], report: Report): string | null {
  const named = storyDataText(sorted.storyData, "start");
  if (named !== null && keys.includes(named)) return named;
  const found = keys.includes("Start") ? "Start" : (keys[0] ?? null);
  if (named !== null) {
    const message = `StoryData names ${quoted(named)} as the start, which is not a passage; the story starts at ${quoted(found ?? "")}.`;
    report.add("warning", "twee_start_unknown", message, { node: found });
  }
  return found;
}

/** Returns the data that an export needs to write the file again and that no node holds. */
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
