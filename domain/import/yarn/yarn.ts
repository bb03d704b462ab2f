import type { VariableType } from "../../dialogue/wire.ts";
import { type Expression, mapReferences, type Scalar } from "../../expression.ts";
import { namesSaidAt } from "../../runtime/words.ts";
import { blankNode } from "../blank-parts.ts";
import { fingerprint } from "../fingerprint.ts";
import { ImportError } from "../import-error.ts";
import { type ImportOptions, keyByFiles, nameByFiles, type TextFile } from "../import-options.ts";
import { LinePlaces } from "../line-places.ts";
import { Losses } from "../losses.ts";
import { placeNodes } from "../place-nodes.ts";
import { quoted, Report } from "../report.ts";
import type {
  ImportedBranch,
  ImportedGraph,
  ImportedGroup,
  ImportedNode,
  ImportedStory,
  ImportedVariable,
} from "../story.ts";
import { checkStorySize } from "../story-limits.ts";
import { type BodyContext, BodyWriter, type Draft, draftOf, loseSalience, type WrittenNode, way } from "./body.ts";
import {
  BUILT_IN,
  type Declarations,
  expressionsOf,
  readDeclarations,
  variablesOf,
  type YarnType,
} from "./declarations.ts";
import { parseExpression, partsOf, type YarnExpression } from "./expression.ts";
import { withLinksAsOptions } from "./links.ts";
import { Precision } from "./precision.ts";
import { simplify } from "./simplify.ts";
import { linkIn, mistakeAt, readNodes, type YarnNode } from "./source.ts";
import { type Block, parseBody, type Statement, statementsOf } from "./statements.ts";
import { ValueReader } from "./values.ts";

/** A node with its body parsed. */
interface Parsed {
  readonly node: YarnNode;
  readonly block: Block;
  readonly statements: readonly Statement[];
  /** Condition of the node, where it is one of a group; null where it is not. */
  readonly when: { readonly condition: YarnExpression | null; readonly isOnce: boolean } | null;
  /** The title, with the subtitle of one of a group. */
  readonly name: string;
}

/**
 * Imports a file of Yarn Spinner 3, or all files of a project, as one dialogue: each of its nodes is a group of cards.
 *
 * Lines, options with their conditions, `if` and `once`, line groups and node groups (as storylets), `set`, jumps, detours and commands
 * are taken over by what they mean. Visits are counted when a node is left, as in Yarn Spinner, by a variable of their own where
 * something asks for them. What cannot be expressed is said with its line.
 *
 * @throws {ImportError} where the file is not Yarn, with line and column
 */
export function importYarn(content: unknown, options: ImportOptions = {}): ImportedStory {
  if (typeof content !== "string")
    throw new ImportError("wrong_content_type", "A Yarn file must be text.", { pointer: "" });
  const files: TextFile[] = [{ name: options.file ?? "", text: content }, ...(options.others ?? [])];
  const places = new LinePlaces();
  try {
    return importFiles(files, places, options);
  } catch (error) {
    throw error instanceof ImportError ? places.located(error) : error;
  }
}

function importFiles(files: readonly TextFile[], places: LinePlaces, options: ImportOptions): ImportedStory {
  const losses = new Losses(places);
  const report = new Report();
  const all = files.flatMap(({ name, text }) => {
    const before = places.add(files.length > 1 ? name : null, text.split(/\r\n?|\n/).length);
    const { nodes, tags } = readNodes(text, before);
    for (const tag of tags)
      losses.add("yarn_file_tag", `The tag ${quoted(tag.text)} of the file is left out`, tag.line, null, "info");
    return nodes.map((node) => parse(node, losses));
  });
  if (all.length === 0) throw new ImportError("empty_story", "The file contains no node.");
  checkTitles(all);
  const parsed = withoutDeclarations(all);
  const whens = parsed.flatMap(({ when }) => (when?.condition ? [when.condition] : []));
  const declarations = readDeclarations(
    all.map(({ block }) => block),
    whens.map((condition): YarnExpression => ({ kind: "operator", name: "!", args: [condition] })),
  );
  const key = options.name ?? keyByFiles(options) ?? `untitled: ${fingerprint(parsed.map(({ name }) => name))}`;
  const name = options.name ?? nameByFiles(options);
  const { nodes, groups, held, counting, start } = new YarnWriter(parsed, declarations, losses).write();
  losses.report(report);
  if (files.some(({ text }) => text.split("\n").some((line) => linkIn(line) !== null))) {
    const message = "The file is of Yarn Spinner 1: its links are choices at the end of their nodes.";
    report.add("info", "yarn_one", message);
  }
  if (start !== START && parsed.length > 1) {
    report.add(
      "info",
      "yarn_start",
      `No node is called ${quoted(START)}: the story starts with ${quoted(start ?? "")}.`,
    );
  }
  const graph: ImportedGraph = {
    key,
    name: name ?? "Untitled story",
    description: "",
    start_key: start,
    nodes,
    groups,
    annotations: [],
    extensions: {},
  };
  return checkStorySize({
    format: "yarn",
    name,
    graphs: [graph],
    variables: [...variablesOf(declarations), ...counting, ...held],
    entities: [],
    report: report.items.map((item) => ({ ...item, graph_key: key })),
  });
}

/** Title of the node that a story begins with, unless it has none of that title. */
const START = "Start";

/** Leaves out nodes that only declare, and that nothing leads to: nobody would see them as cards. All of them stay where there are no others. */
function withoutDeclarations(parsed: readonly Parsed[]): readonly Parsed[] {
  const named = new Set(
    parsed.flatMap(({ statements }) =>
      statements
        .flatMap(expressionsOf)
        .flatMap(partsOf)
        .flatMap((part) => (part.kind === "constant" ? [String(part.value)] : [])),
    ),
  );
  const left = parsed.filter(
    ({ node, when, statements }) =>
      when !== null ||
      named.has(node.title) ||
      statements.length === 0 ||
      statements.some(({ kind }) => kind !== "declare" && kind !== "enum"),
  );
  return left.length === 0 ? parsed : left;
}

/** Headers that are read, and those by which editors of Yarn place and colour nodes. */
const KNOWN_HEADERS: ReadonlySet<string> = new Set([
  ...["tags", "when", "subtitle", "tracking"],
  ...["position", "color", "colour", "colorID", "group", "style", "parent"],
]);

function parse(node: YarnNode, losses: Losses): Parsed {
  for (const { name, value, line } of node.headers) {
    if (value === "" || KNOWN_HEADERS.has(name)) continue;
    losses.add("yarn_header", `The header ${quoted(name)} is left out`, line, null, "info");
  }
  const block = withLinksAsOptions(parseBody(node), losses);
  const whens = node.headers.filter(({ name }) => name === "when");
  const subtitle = node.headers.find(({ name }) => name === "subtitle")?.value;
  const name = subtitle === undefined ? node.title : `${node.title}.${subtitle}`;
  const statements = statementsOf(block);
  if (whens.length === 0) return { node, block, statements, when: null, name };
  let isOnce = false;
  const conditions = whens.flatMap(({ value, line }): YarnExpression[] => {
    if (value === "") throw mistakeAt(line, 1, "when needs a condition, always or once.");
    if (value === "always") return [];
    const once = /^once\b(?:\s+if\b(.*))?$/.exec(value);
    if (once !== null) isOnce = true;
    const asked = once === null ? value : once[1];
    return asked === undefined ? [] : [parseExpression(asked, { line, column: 6 })];
  });
  const condition = conditions.reduce<YarnExpression | null>(
    (all, each) => (all === null ? each : { kind: "operator", name: "&&", args: [all, each] }),
    null,
  );
  return { node, block, statements, when: { condition, isOnce }, name };
}

/** @throws {ImportError} where several nodes have one title and not all are of a group, or one subtitle */
function checkTitles(parsed: readonly Parsed[]): void {
  const byTitle = Map.groupBy(parsed, ({ node }) => node.title);
  for (const [title, all] of byTitle) {
    const plain = all.find(({ when }) => when === null);
    if (all.length > 1 && plain !== undefined) {
      throw mistakeAt(plain.node.line, 1, `several nodes are called ${title}, and not all of them have a when.`);
    }
    const names = new Set<string>();
    for (const { name, node } of all) {
      if (name !== title && names.has(name)) throw mistakeAt(node.line, 1, `several nodes are called ${name}.`);
      names.add(name);
    }
  }
}

/** Writes the nodes of a file as cards. */
class YarnWriter {
  readonly #parsed: readonly Parsed[];
  readonly #losses: Losses;
  readonly #values: ValueReader;
  readonly #precision: Precision;
  readonly #declarations: Declarations;
  /** Variables that have results of the game's functions, by name. */
  readonly #results = new Map<string, ImportedVariable>();
  readonly #resultTypes = new Map<string, YarnType>();
  /** Names of variables for results, by their calls. */
  readonly #resultNames: ReadonlyMap<YarnExpression, string>;
  readonly #drafts = new Map<string, Draft>();
  readonly #entries = new Map<string, string>();
  readonly #groups = new Map<string, string>();
  /** Variables that hold values for texts, by their types and numbers within a card. */
  readonly #held = new Map<string, ImportedVariable>();
  /** Names whose visits something asks for. */
  readonly #counted = new Set<string>();
  /** Whether nothing of its bodies has to be known before they are written. */
  readonly #isWrittenOnce: boolean;

  constructor(parsed: readonly Parsed[], declarations: Declarations, losses: Losses) {
    this.#parsed = parsed;
    this.#losses = losses;
    this.#declarations = declarations;
    this.#resultNames = resultNames(parsed.flatMap(({ statements }) => statements));
    this.#precision = new Precision(
      parsed.flatMap(({ statements }) => statements),
      declarations,
    );
    const untracked = new Set(
      parsed.flatMap(({ node, name }) =>
        node.headers.some((each) => each.name === "tracking" && each.value === "never") ? [name] : [],
      ),
    );
    const names = new Set(parsed.flatMap(({ node, name }) => [node.title, name]));
    const isAsked = parsed.some(({ statements }) =>
      statements.flatMap(expressionsOf).flatMap(partsOf).some(asksForVisits),
    );
    this.#isWrittenOnce = !isAsked && this.#resultNames.size === 0 && parsed.every(({ when }) => when === null);
    this.#values = new ValueReader(declarations, {
      visitsOf: (title) => {
        if (!names.has(title)) return undefined;
        if (untracked.has(title) || !isAsked) return null;
        this.#counted.add(title);
        return visitsName(title);
      },
      groupOf: (title) => this.#groups.get(title) ?? null,
    });
  }

  write() {
    const byTitle = Map.groupBy(this.#parsed, ({ node }) => node.title);
    for (const [title, all] of byTitle) {
      this.#entries.set(title, entryId(title));
      if (all.some(({ when }) => when !== null)) this.#groups.set(title, groupId(title));
    }
    const detoured = this.#detoured();
    const context: BodyContext = {
      values: this.#values,
      losses: this.#losses,
      precision: this.#precision,
      entries: this.#entries,
      detoured,
      hasDetours: detoured.size > 0,
      visits: () => [],
      drafts: this.#drafts,
      hold: (type, nth) => this.#hold(type, nth),
      declarations: this.#declarations,
      result: (call, type) => this.#result(call, type),
      inside: new Map(),
    };
    if (!this.#isWrittenOnce) {
      // Read once for what is asked for: which visits have to be counted, and what the game answers, is known then.
      for (const each of this.#parsed) this.#body(each, context);
      this.#drafts.clear();
      this.#held.clear();
      this.#results.clear();
    }
    const inside = this.#insides(detoured);
    const counting = { ...context, visits: (node: WrittenNode) => this.#visitsOf(node), inside };
    for (const [title, all] of byTitle) this.#title(title, all, counting);
    const protectedIds = new Set([...this.#entries.values(), ...this.#groups.values(), ...this.#askedGroups()]);
    const drafts = simplify(this.#drafts, protectedIds, this.#entries.values().next().value ?? "");
    return this.#finish(
      drafts,
      [...inside.values()].map((each) => each.inside),
    );
  }

  /** Variables of counted nodes that detours are made from, where a jump could end one. */
  #insides(detoured: ReadonlySet<string>): Map<string, { inside: string; visits: string }> {
    const jumps = this.#parsed.some(
      ({ node, statements }) => detoured.has(node.title) && statements.some(({ kind }) => kind === "jump"),
    );
    const from = this.#parsed.filter(({ statements }) => jumps && statements.some(({ kind }) => kind === "detour"));
    const names = new Set(from.flatMap(({ node, name }) => [name, node.title]));
    const counted = [...names].filter((name) => this.#counted.has(name));
    return new Map(counted.map((name) => [name, { inside: `inside ${name}`, visits: visitsName(name) }]));
  }

  /** Titles that something is come back from to. */
  #detoured(): Set<string> {
    const titles = new Set<string>();
    for (const { statements } of this.#parsed) {
      for (const each of statements) {
        if (each.kind !== "detour") continue;
        const value = this.#values.value(each.to);
        if (value.kind === "constant") titles.add(String(value.value));
        else for (const title of this.#entries.keys()) titles.add(title);
      }
    }
    return titles;
  }

  #body({ node, block, name }: Parsed, context: BodyContext): string {
    const writer = new BodyWriter(context, { title: node.title, name, line: node.line });
    return writer.write(block, writer.end(node.body.at(-1)?.line ?? node.line));
  }

  #title(title: string, all: readonly Parsed[], context: BodyContext): void {
    const entry = entryId(title);
    const [first] = all;
    if (first === undefined) return;
    const { line, headers } = first.node;
    const add = (id: string, node: ImportedNode) => this.#drafts.set(id, draftOf(id, title, line, node));
    const group = this.#groups.get(title);
    const tags = headers.flatMap(({ name, value }) =>
      name === "tags" ? value.split(/\s+/).filter((tag) => tag !== "") : [],
    );
    if (group === undefined) {
      add(entry, { ...blankNode("", "hub"), tags, branches: [way("auto", this.#body(first, context))] });
      return;
    }
    const branches = all.map((each): ImportedBranch => {
      const { condition, isOnce } = each.when ?? { condition: null, isOnce: false };
      const conditions = condition === null ? [] : this.#conditions(condition, each.node.line);
      const to = way("auto", this.#body(each, context));
      return {
        ...to,
        repeat: isOnce ? "once" : "sticky",
        conditions: isOnce ? [...conditions, { lit: true }] : conditions,
      };
    });
    loseSalience(branches, line, this.#losses);
    add(group, { ...blankNode("", "storylet_group"), branches });
    const empty = `${title}\u0000empty`;
    add(empty, blankNode("", context.detoured.has(title) ? "return" : "end"));
    const asks: Expression = { fn: "has_any_content", args: [{ ref: group }] };
    add(entry, {
      ...blankNode("", "condition"),
      tags,
      branches: [{ ...way("auto", group), conditions: [asks] }, way("else", empty)],
    });
  }

  #conditions(condition: YarnExpression, line: number): Expression[] {
    return this.#values.conditions(condition).flatMap((each): Expression[] => {
      if (typeof each === "boolean") return [{ lit: each }];
      if (each !== null) return [each];
      this.#losses.add("yarn_condition", "A condition could not be converted and counts as not met", line);
      return [{ op: "opaque", format: "yarn", source: "…" }];
    });
  }

  /** The variables that count the visits to a node: its own, and that of its group. */
  #visitsOf({ title, name }: WrittenNode): string[] {
    return [...new Set([name, title])].filter((each) => this.#counted.has(each)).map(visitsName);
  }

  #hold(type: "number" | "string", nth: number): string {
    const known = this.#held.get(`${type} ${nth}`);
    if (known !== undefined) return known.name;
    const name = `value ${this.#held.size + 1}`;
    this.#held.set(`${type} ${nth}`, variable(name, type, type === "number" ? 0 : "", "A value computed for a text."));
    return name;
  }

  #result(call: YarnExpression & { kind: "call" }, given: YarnType | null): string {
    const { name } = call;
    // All calls of a function have results of one type; what no call tells is a text.
    if (given !== null && !this.#resultTypes.has(name)) this.#resultTypes.set(name, given);
    const type = this.#resultTypes.get(name) ?? "string";
    const own = this.#resultNames.get(call) ?? `result of ${name}`;
    const [wire, initial] = RESULTS[typeof type === "object" ? "string" : type];
    const description = `Answer of the game to the command “call ${name}(…)”.`;
    this.#results.set(own, { ...variable(own, "number", 0, description), type: wire, default: initial });
    this.#values.know(own, typeof type === "object" ? "string" : type);
    return own;
  }

  /** Groups of lines that conditions ask for. */
  #askedGroups(): string[] {
    return Array.from(this.#drafts.values()).flatMap(({ id, node }) => (node.kind === "storylet_group" ? [id] : []));
  }

  #finish(drafts: readonly Draft[], insides: readonly string[]) {
    const keys = new Map<string, string>();
    const counts = new Map<string, number>();
    const sorted = [...drafts].sort((a, b) => a.line - b.line);
    for (const { id, title } of sorted) if (id === entryId(title)) keys.set(id, title);
    for (const { id, title } of sorted) {
      if (keys.has(id)) continue;
      const count = (counts.get(title) ?? 1) + 1;
      counts.set(title, count);
      keys.set(id, `${title} ${count}`);
    }
    const keyOf = (id: string) => keys.get(id) ?? id;
    const resolve = (expression: Expression) => mapReferences(expression, { ref: keyOf });
    const titles = Map.groupBy(sorted, ({ title }) => title);
    const nodes = sorted.map(({ id, title, node }): ImportedNode => {
      const key = keyOf(id);
      return {
        ...node,
        key,
        // Further cards of a node have no name of their own: they are shown by their words.
        title: key === title ? title : null,
        group_key: (titles.get(title)?.length ?? 0) > 1 ? title : null,
        on_enter_effects: node.on_enter_effects.map((effect) => ({
          ...effect,
          value: effect.value === null ? null : resolve(effect.value),
          when: effect.when.map(resolve),
        })),
        branches: node.branches.map((branch, at) => ({
          ...branch,
          key: `${key} → ${at + 1}`,
          target_key: branch.target_key === null ? null : keyOf(branch.target_key),
          conditions: branch.conditions.map(resolve),
        })),
      };
    });
    const start = nodes.some(({ key }) => key === START) ? START : (this.#parsed[0]?.node.title ?? null);
    placeNodes(nodes, start);
    const groups = Array.from(titles).flatMap(([key, all]): ImportedGroup[] => {
      return all.length > 1 ? [{ key, title: key, color: "stone" }] : [];
    });
    const shown = new Set(nodes.flatMap(namesSaidAt));
    const held = [...this.#held.values()].filter(({ name }) => shown.has(name));
    const counting = Array.from(this.#counted, (title) =>
      variable(visitsName(title), "number", 0, `How often ${quoted(title)} was left.`),
    );
    const inside = insides.map((name) => variable(name, "number", 0, "How often the node is left for a detour."));
    return { nodes, groups, held: [...held, ...inside, ...this.#results.values()], counting, start };
  }
}

/** Names of variables for the results of calls, in the order of the file: the first of a function has no number. */
function resultNames(statements: readonly Statement[]): Map<YarnExpression, string> {
  const names = new Map<YarnExpression, string>();
  const counts = new Map<string, number>();
  for (const call of statements.flatMap(expressionsOf).flatMap(partsOf)) {
    if (call.kind !== "call" || BUILT_IN.has(call.name) || names.has(call)) continue;
    const count = (counts.get(call.name) ?? 0) + 1;
    counts.set(call.name, count);
    names.set(call, count === 1 ? `result of ${call.name}` : `result of ${call.name} ${count}`);
  }
  return names;
}

/** Types of variables for results, with their values before there is an answer. */
const RESULTS: Readonly<Record<"number" | "string" | "bool", [VariableType, Scalar]>> = {
  number: ["number", 0],
  string: ["string", ""],
  bool: ["boolean", false],
};

function asksForVisits(part: YarnExpression): boolean {
  return part.kind === "call" && (part.name === "visited" || part.name === "visited_count");
}

function entryId(title: string): string {
  return `${title}\u0000entry`;
}

function groupId(title: string): string {
  return `${title}\u0000group`;
}

function visitsName(title: string): string {
  return `visits of ${title}`;
}

function variable(
  name: string,
  type: "number" | "string",
  initial: number | string,
  description: string,
): ImportedVariable {
  return { name, type, default: initial, enum_values: [], scope: "playthrough", min: null, max: null, description };
}
