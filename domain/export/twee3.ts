import { canonicalJson } from "../canonical-json.ts";
import { counted } from "../counted.ts";
import { type Branch, TALK_KIND, TERMINAL_KIND } from "../dialogue/wire.ts";
import {
  type Effect,
  type Expression,
  mapEffectReferences,
  mapReferences,
  type ReferenceMap,
  walkExpression,
} from "../expression.ts";
import { quoted, Report } from "../import/report.ts";
import { Resolver } from "../import/script/resolve.ts";
import type { ReportItem } from "../import/story.ts";
import { readBranches, toBranch } from "../import/twee/branches.ts";
import { TWEE_DIALECTS, type TweeDialect } from "../import/twee/dialects.ts";
import { escapeHeader } from "../import/twee/header.ts";
import type { TweeLink } from "../import/twee/links.ts";
import { Allowance } from "../import/twee/scan.ts";
import { scanPassage } from "../import/twee/scan-passage.ts";
import { withTweeValues } from "../import/twee/text-values.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { namesIn, wordsOfChoice } from "../runtime/words.ts";
import { forEachInSteps, runToEnd, type Steps } from "../steps.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";
import { type DialogueOutline, outlineOfDialogue, type PlaceOf, placing } from "./outline.ts";
import { plainEffect, plainExpression } from "./same-meaning.ts";
import { hasSetWords } from "./text-segments.ts";
import { oneLine, passageNames, SUGARCUBE_RESERVED } from "./twee-names.ts";
import { passageText } from "./twee-passage.ts";
import { TweeScript } from "./twee-script.ts";
import { TweeVariables } from "./twee-variables.ts";
import { tweeWords } from "./twee-words.ts";

/** Separator of two passages. */
const BETWEEN = "\n\n\n";

const FORMAT_NAMES: Readonly<Record<TweeDialect, string>> = {
  harlowe: "Harlowe",
  sugarcube: "SugarCube",
  sugarcane: "Sugarcane",
  snowman: "Snowman",
  chapbook: "Chapbook",
};

/** Kinds of cards that do something else than to say their words and ask. */
const PLAYED_OTHERWISE: ReadonlySet<string> = new Set([
  ...["condition", "instruction", "jump", "detour", "return", "random", "storylet_group"],
  ...["command", "wait_event", "subgraph"],
]);

/** Pattern of markup that SugarCube reads in a text, beyond values of variables. */
const SUGARCUBE_MARKUP =
  /<[<A-Za-z/!]|\[\[|\[(?:img|<|>)|''|\/\/|\/[*%]|__|==|~~|\^\^|\{\{\{|"""|@@|&#?\w+;|\\$|^(?:[!*#>]|-{4})/m;

/**
 * A dialogue as a Twee 3 file, with remarks on what Twee cannot say. A dialogue that was imported from Twee is written
 * for the story format it came in, with the scripts and settings it came with; any other for SugarCube.
 */
export function exportTwee3(dialogue: ExportedDialogue): { content: string; report: ReportItem[] } {
  const writer = runToEnd(TweeWriter.opening(outlineOfDialogue(dialogue)));
  const parts = [writer.head(), ...dialogue.nodes.map((node) => writer.node(node)), writer.end()];
  return { content: parts.join(""), report: writer.report() };
}

/** Writes a Twee file from an outline, its passages one after another. */
export class TweeWriter {
  readonly #dialogue: DialogueOutline;
  readonly #report = new Report();
  readonly #own: JsonObject;
  readonly #dialect: TweeDialect | null;
  readonly #names: Map<string, string>;
  readonly #passages: ReadonlySet<string>;
  readonly #speakers: ReadonlyMap<string, string>;
  readonly #references: ReferenceMap;
  readonly #script: TweeScript;
  readonly #resolver: Resolver;
  readonly #placeOf: PlaceOf;
  /** Nodes written so far that go on in another dialogue. */
  #exits = 0;
  readonly #variables: TweeVariables;

  private constructor(dialogue: DialogueOutline, names: Map<string, string>, passages: Set<string>, placeOf: PlaceOf) {
    this.#dialogue = dialogue;
    this.#names = names;
    this.#passages = passages;
    this.#placeOf = placeOf;
    const own = dialogue.graph.extensions.twee3;
    this.#own = isJsonObject(own) ? own : {};
    const known = TWEE_DIALECTS.find((dialect) => dialect === this.#own.dialect);
    this.#dialect = isJsonObject(own) ? (known ?? null) : "sugarcube";
    this.#speakers = new Map(dialogue.entities.map((entity) => [entity.id, entity.name]));
    this.#variables = new TweeVariables(dialogue.variables, dialogue.uses.variables);
    this.#references = {
      variable: (id) => this.#variables.identifier(id) ?? id,
      ref: (id) => this.#names.get(id) ?? id,
    };
    this.#script = new TweeScript(this.#dialect, {
      variable: (id) => this.#variables.identifier(id),
      passage: (id) => this.#names.get(id) ?? null,
    });
    this.#resolver = new Resolver(this.#dialect ?? "twee3", this.#variables.declarations);
  }

  /** Names and places all passages, which takes a while where they are many, and answers who writes them. */
  static *opening(dialogue: DialogueOutline): Steps<TweeWriter> {
    const isOurs = !isJsonObject(dialogue.graph.extensions.twee3);
    const names = yield* passageNames(dialogue.nodes, isOurs ? SUGARCUBE_RESERVED : []);
    const passages = new Set<string>();
    yield* forEachInSteps(names.values(), (name) => {
      passages.add(name);
    });
    return new TweeWriter(dialogue, names, passages, yield* placing(dialogue));
  }

  /** Returns the head of the file. */
  head(): string {
    const blocks: string[] = [];
    if (typeof this.#own.preamble === "string") blocks.push(escapeText(this.#own.preamble));
    blocks.push(block(":: StoryTitle", escapeText(oneLine(this.#dialogue.graph.name))));
    blocks.push(block(":: StoryData", JSON.stringify(this.#storyData(), null, 2)));
    for (const asset of this.#assets()) blocks.push(asset);
    return blocks.join(BETWEEN);
  }

  /** One passage; they are written in the order of the outline. */
  node(node: ExportedNode): string {
    if (node.kind === TERMINAL_KIND && node.exit_to !== null) this.#exits += 1;
    this.#remarkOnPlay(node);
    return `${BETWEEN}${this.#passage(this.#counted(node), this.#placeOf(node))}`;
  }

  /** Returns the end of the file. */
  end(): string {
    const values = this.#firstValues();
    return values === null ? "\n" : `${BETWEEN}${values}\n`;
  }

  /** Remarks on what was written, once all of it is. */
  report(): ReportItem[] {
    this.#remarkOnGraph();
    return this.#report.items;
  }

  /** The passage that gives variables their first values; null where there are none. */
  #firstValues(): string | null {
    const sets: string[] = [];
    const lost: string[] = [];
    for (const { identifier, name, value } of this.#variables.firstValues()) {
      const set = this.#setOf(identifier, value);
      if (set !== null) sets.push(set);
      else if (!this.#variables.isNeutral(value)) lost.push(name);
    }
    const isHarlowe = this.#dialect === "harlowe";
    const wanted = isHarlowe ? "Startup" : "StoryInit";
    let name = wanted;
    for (let n = 2; isHarlowe && this.#passages.has(name); n++) name = `${wanted} (${n})`;
    if (lost.length > 0 || (sets.length > 0 && this.#passages.has(name))) {
      const all = this.#passages.has(name) ? "of all variables" : `of ${lost.map(quoted).join(", ")}`;
      const message = `Initial values ${all} are left out: ${this.#formatName()} cannot store them.`;
      this.#report.add("warning", "twee_first_values", message, { graph: this.#dialogue.graph.id });
    }
    if (sets.length === 0 || this.#passages.has(name)) return null;
    return block(header(name, isHarlowe ? ["startup"] : [], null), sets.join("\n"));
  }

  #setOf(identifier: string, value: Json): string | null {
    if (Array.isArray(value) || isJsonObject(value)) return null;
    const shown = this.#script.expression({ lit: value });
    if (shown === null) return null;
    if (this.#dialect === "harlowe") return `(set: $${identifier} to ${shown})`;
    const isSugar = this.#dialect === "sugarcube" || this.#dialect === "sugarcane";
    return isSugar ? `<<set $${identifier} to ${shown}>>` : null;
  }

  /** A node whose choices count how often they were taken where they end, by variables of their own. */
  #counted(node: ExportedNode): ExportedNode {
    if (this.#dialect !== "sugarcube" && this.#dialect !== "sugarcane") return node;
    const branches = node.branches.map((branch): Branch => {
      if (branch.repeat === "sticky" || branch.repeat_scope !== "playthrough") return branch;
      const limit = branch.repeat === "once" ? 1 : (branch.repeat_limit ?? 1);
      const id = this.#variables.counter();
      const asked: Branch["conditions"][number] = { id, op: "lt", args: [{ var: id }, { lit: limit }] };
      const counts: Effect = { id, op: "add", target: id, value: { lit: 1 }, when: [] };
      return { ...branch, conditions: [...branch.conditions, asked], effects: [...branch.effects, counts] };
    });
    return { ...node, branches };
  }

  /** Tells what of a node plays otherwise in Twine, whatever its words are. */
  #remarkOnPlay(node: ExportedNode): void {
    const counts = this.#dialect === "sugarcube" || this.#dialect === "sugarcane";
    const differs = (code: string, message: string) => this.#remark("warning", code, message, node);
    if (PLAYED_OTHERWISE.has(node.kind) && node.branches.length > 0)
      differs("twee_plain_kind", "Twine has no kinds of cards: this one becomes a passage with links.");
    if (node.kind === TALK_KIND)
      differs("twee_talk", "Twine has nobody to talk to: a talk becomes links, its written answers.");
    if (node.branches.some(({ kind }) => kind !== "choice"))
      differs("twee_plain_links", "Ways on that are not choices are written as ordinary links.");
    if (
      node.branches.some(
        ({ repeat, repeat_scope: scope }) => repeat !== "sticky" && !(counts && scope === "playthrough"),
      )
    )
      differs("twee_repeats", "Limits on how often a choice can be taken are left out.");
    if (node.branches.some(({ when_unavailable: closed }) => closed === "disable"))
      differs("twee_closed_hidden", "Unavailable choices are hidden instead of greyed out.");
    if (divides(node)) {
      differs("twee_division", "Divisions keep their fraction in Twine, even in variables for whole numbers.");
    }
    if (node.branches.some(({ kind, choice_text: words }) => kind === "choice" && words.trim() === ""))
      this.#remark("info", "twee_wordless", "Choices without text show the name of the card they lead to.", node);
    const inChoices = node.branches.flatMap((branch) => namesIn(wordsOfChoice(branch)));
    if (inChoices.some((name) => this.#variables.named(name) !== null))
      differs("twee_choice_values", "Variables in the text of choices are written as their names in braces.");
    if (this.#dialect === null && hasSetWords(node.text_marks))
      differs("twee_marks", "Plain Twee has no emphasis: emphasised, strong and struck words are written plain.");
    if (node.branches.some(({ text_marks }) => hasSetWords(text_marks)))
      differs("twee_choice_marks", "Twine shows the words of choices without their emphasis.");
    const isRaw = this.#dialect === "sugarcube" && this.#own.dialect === undefined && !this.#isMarked(node);
    if (isRaw && this.#hasMarkup(node.text))
      differs("twee_text_markup", "The text contains characters that SugarCube reads as markup.");
  }

  /** Whether SugarCube would show a text otherwise than it stands. */
  #hasMarkup(text: string): boolean {
    const isValue = ([, name = ""]: RegExpMatchArray) => this.#variables.isIdentifier(name);
    return SUGARCUBE_MARKUP.test(text) || [...text.matchAll(/\$([A-Za-z_]\w*)/g)].some(isValue);
  }

  #storyData(): JsonObject {
    const { graph } = this.#dialogue;
    const data: JsonObject = isJsonObject(this.#own.story_data) ? { ...this.#own.story_data } : {};
    if (typeof data.ifid !== "string") data.ifid = madeIfid(graph.id);
    if (typeof data.format !== "string" && this.#dialect !== null) data.format = FORMAT_NAMES[this.#dialect];
    const start = graph.start_node_id === null ? undefined : this.#names.get(graph.start_node_id);
    if (start === undefined) delete data.start;
    else data.start = start;
    return data;
  }

  *#assets(): Generator<string> {
    const assets = this.#own.assets;
    for (const asset of Array.isArray(assets) ? assets : []) {
      if (!isJsonObject(asset) || typeof asset.name !== "string" || typeof asset.text !== "string") continue;
      const tags = Array.isArray(asset.tags) ? asset.tags.filter((tag) => typeof tag === "string") : [];
      yield block(header(asset.name, tags, asset.metadata ?? null), escapeText(asset.text));
    }
  }

  #passage(node: ExportedNode, position: { x: number; y: number }): string {
    const name = this.#names.get(node.id) ?? "";
    if (node.title !== null && node.title !== name) {
      this.#remark("info", "twee_name_changed", `${quoted(node.title)} is written as ${quoted(name)}.`, node);
    }
    const isMarked = this.#isMarked(node);
    const said = { ...node, text: this.#words(node) };
    const { text, linesBefore, addedLines } = passageText(
      said,
      { names: this.#names, passages: this.#passages },
      this.#script,
      this.#missingEffects(isMarked ? said : node),
      (link, branch) => this.#unchanged(link, branch),
    );
    this.#verify(node, text);
    const own = node.extensions.twee3;
    const kept = isJsonObject(own) && isJsonObject(own.metadata) ? own.metadata : {};
    const fabula: JsonObject = {};
    // A line that leads nowhere says so: it would come back as an ending.
    if (node.kind !== "line" || node.branches.length === 0) fabula.kind = node.kind;
    const speaker = node.speaker_label ?? this.#speakerName(node);
    if (speaker !== null) fabula.speaker = speaker;
    if (linesBefore > 0) fabula.lines_before = linesBefore;
    if (addedLines > 0) fabula.added_lines = addedLines;
    if (isMarked) fabula.marks = true;
    else if (node.text_marks.length > 0) fabula.text_marks = node.text_marks;
    const choiceMarks = this.#choiceMarks(node);
    if (Object.keys(choiceMarks).length > 0) fabula.choice_marks = choiceMarks;
    if (node.branches.some(({ kind }) => kind !== "choice")) fabula.ways = node.branches.map(({ kind }) => kind);
    const metadata: JsonObject = { ...kept, position: `${position.x},${position.y}` };
    if (Object.keys(fabula).length > 0) metadata.fabula = fabula;
    return block(header(name, this.#tags(node), metadata), escapeText(text));
  }

  /** Whether the words of a node are written with signs of the story format for their marks. */
  #isMarked({ text_marks }: ExportedNode): boolean {
    return this.#dialect !== null && text_marks.length > 0;
  }

  #words(node: ExportedNode): string {
    const identifier = (name: string) => this.#variables.named(name);
    if (this.#dialect === null || !this.#isMarked(node)) return withTweeValues(node.text, this.#dialect, identifier);
    return tweeWords({ text: node.text, marks: node.text_marks }, this.#dialect, identifier);
  }

  /** Marks on the words of choices, by their place: links have none, so they stand in the header. */
  #choiceMarks({ branches }: ExportedNode): JsonObject {
    const marked = branches.flatMap(({ choice_text, text_marks }, at): [number, Json][] =>
      text_marks.length === 0 || oneLine(choice_text) !== choice_text ? [] : [[at, text_marks]],
    );
    return Object.fromEntries(marked);
  }

  /** Whether a link has the words, the target and the assignments of its branch; what guards it stands around it. */
  #unchanged(link: TweeLink, branch: Branch): boolean {
    const read = toBranch({ link, guards: [] }, this.#dialect, this.#passages, this.#resolver);
    const target = this.#names.get(branch.target_node_id ?? "") ?? null;
    const sameTarget = target === null ? !this.#passages.has(link.target) : read.target_key === target;
    const effects = branch.effects.map((effect) => mapEffectReferences(effect, this.#references));
    return (
      sameTarget && read.choice_text === branch.choice_text && canonicalJson(read.effects) === canonicalJson(effects)
    );
  }

  #speakerName(node: ExportedNode): string | null {
    return node.speaker_id === null ? null : (this.#speakers.get(node.speaker_id) ?? null);
  }

  /** Tags hold no spaces in Twee, and two of them would make a passage something else than a node. */
  #tags(node: ExportedNode): string[] {
    const tags = node.tags.map((tag) => {
      const written = tag.trim().replace(/\s+/g, "-");
      return written === "script" || written === "stylesheet" ? `${written}-` : written;
    });
    if (tags.some((tag, i) => tag !== node.tags[i])) {
      this.#remark("info", "twee_tags_changed", "Tags with spaces or a special meaning are written differently.", node);
    }
    return tags.filter((tag) => tag !== "");
  }

  /** Effects of entering the node that the macros of its text do not make. */
  #missingEffects(node: ExportedNode): Effect[] {
    const made = new Map<string, number>();
    for (const found of scanPassage(node.text, this.#dialect, Allowance.unlimited()).assignments) {
      if (!found.onEntry) continue;
      const key = effectKey(this.#resolver.effect(found.assignment, found.guards));
      made.set(key, (made.get(key) ?? 0) + 1);
    }
    return node.on_enter_effects.filter((effect) => {
      const key = effectKey(mapEffectReferences(effect, this.#references));
      const count = made.get(key) ?? 0;
      if (count > 0) made.set(key, count - 1);
      return count === 0;
    });
  }

  /** Reads the passage as the import would, and tells where it says something else than the node. */
  #verify(node: ExportedNode, text: string): void {
    const scan = scanPassage(text, this.#dialect, Allowance.unlimited());
    const read = count(
      readBranches(scan, this.#dialect, this.#passages, this.#resolver).map((branch) =>
        this.#branchKey(branch.target_key, branch.choice_text, branch),
      ),
    );
    for (const branch of node.branches) {
      const target = this.#names.get(branch.target_node_id ?? "") ?? null;
      const wanted = this.#branchKey(target, oneLine(branch.choice_text), {
        conditions: branch.conditions.map((condition) => mapReferences(condition, this.#references)),
        effects: branch.effects.map((effect) => mapEffectReferences(effect, this.#references)),
      });
      if (take(read, wanted) || (target === null && branch.target_graph_id === null)) continue;
      const message =
        branch.target_graph_id !== null
          ? "A choice that leads to another dialogue is written as a link without a target."
          : `The choice ${quoted(branch.choice_text)} has text, conditions or effects that ${this.#formatName()} cannot express.`;
      this.#remark("warning", "twee_branch_differs", message, node);
    }
    const effects = count(
      scan.assignments
        .filter((found) => found.onEntry)
        .map((found) => effectKey(this.#resolver.effect(found.assignment, found.guards))),
    );
    const lost = node.on_enter_effects.filter(
      (effect) => !take(effects, effectKey(mapEffectReferences(effect, this.#references))),
    );
    if (lost.length > 0) {
      this.#remark(
        "warning",
        "twee_effects_differ",
        `${counted(lost.length, "effect is", "effects are")} left out: ${this.#formatName()} cannot express ${lost.length === 1 ? "it" : "them"}.`,
        node,
      );
    }
    const left = [...effects.values()].reduce((sum, n) => sum + n, 0);
    if (left > 0) {
      const message = `The text still contains ${counted(left, "assignment that is no longer an effect", "assignments that are no longer effects")} of the card.`;
      this.#remark("warning", "twee_effects_in_text", message, node);
    }
    const entry = canonicalJson(this.#resolver.conditions(scan.entry));
    if (entry !== canonicalJson(node.conditions.map((condition) => mapReferences(condition, this.#references)))) {
      this.#remark("warning", "twee_entry_conditions", "Conditions of the card itself are left out.", node);
    }
  }

  /** Returns a key of a branch's words and effects, equal for all forms with one meaning. */
  #branchKey(
    target: string | null,
    words: string,
    { conditions, effects }: { conditions: readonly Expression[]; effects: readonly Omit<Effect, "id">[] },
  ): string {
    return canonicalJson([target, words, conditions.map(plainExpression), effects.map(effectKey)]);
  }

  #formatName(): string {
    return this.#dialect === null ? "plain Twee" : FORMAT_NAMES[this.#dialect];
  }

  #remarkOnGraph(): void {
    const { graph, groups, annotations } = this.#dialogue;
    if (groups.length > 0 || annotations.length > 0) {
      this.#report.add("info", "twee_no_groups", "Groups and notes are left out.", {
        graph: graph.id,
      });
    }
    if (this.#exits > 0) {
      this.#report.add(
        "warning",
        "twee_no_exits",
        `${this.#exits} cards continue in another dialogue; in Twee the story ends there.`,
        {
          graph: graph.id,
        },
      );
    }
    for (const [name, identifier] of this.#variables.renamed()) {
      const message = `The variable ${quoted(name)} is written as ${quoted(identifier)}.`;
      this.#report.add("info", "twee_variable_renamed", message, { graph: graph.id });
    }
    const limited = this.#variables.limited();
    if (limited.length > 0) {
      const message = `Twee cannot express limits, sets or temporary values: ${limited.map(quoted).join(", ")}.`;
      this.#report.add("warning", "twee_variable_limits", message, { graph: graph.id });
    }
  }

  #remark(severity: "info" | "warning", code: string, message: string, node: ExportedNode): void {
    this.#report.add(severity, code, message, { graph: this.#dialogue.graph.id, node: node.id });
  }
}

function header(name: string, tags: readonly string[], metadata: Json): string {
  const tagBlock = tags.length > 0 ? ` [${tags.map(escapeHeader).join(" ")}]` : "";
  return `:: ${escapeHeader(name)}${tagBlock}${metadata === null ? "" : ` ${JSON.stringify(metadata)}`}`;
}

function block(head: string, text: string): string {
  return text === "" ? head : `${head}\n${text}`;
}

/** A line of text that begins like a header is marked with a backslash; so is one that is marked already. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/^(?=\\*::)/gm, "\\")
    .trimEnd();
}

/** Whether the logic of a node divides, which Twine does otherwise. */
function divides({ conditions, on_enter_effects, branches }: ExportedNode): boolean {
  const effects = [...on_enter_effects, ...branches.flatMap((branch) => branch.effects)];
  const asked = [...conditions, ...branches.flatMap((branch) => branch.conditions)];
  let found = effects.some(({ op }) => op === "div" || op === "mod");
  for (const part of [...asked, ...effects.flatMap(({ value, when }) => (value === null ? when : [value, ...when]))])
    walkExpression(part, (each) => {
      found ||= "op" in each && each.op === "arith" && (each.fn === "div" || each.fn === "mod");
    });
  return found;
}

/** Returns a key of an effect, equal for all forms with one meaning. */
function effectKey(effect: Omit<Effect, "id">): string {
  return canonicalJson(plainEffect(effect));
}

function count(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left > 0) counts.set(key, left - 1);
  return left > 0;
}

/** An IFID for a story that has none: the same for the same dialogue every time, in the form of a UUID. */
function madeIfid(id: string): string {
  let digits = "";
  for (let part = 0; part < 4; part++) {
    let hash = 0x811c9dc5 ^ (part * 0x9e3779b9);
    for (const char of `${part}${id}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    digits += (hash >>> 0).toString(16).padStart(8, "0");
  }
  const uuid = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `A${digits.slice(17, 20)}`,
    digits.slice(20),
  ];
  return uuid.join("-").toUpperCase();
}
