import { addToList } from "../../add-to-list.ts";
import { TERMINAL_KIND } from "../../dialogue/wire.ts";
import {
  collectEffectUses,
  collectUses,
  type Expression,
  negate,
  noUses,
  withinExpressionLimits,
} from "../../expression.ts";
import { joined, plain, replaced } from "../../text-marks/marked-text.ts";
import type { MarkedText } from "../../text-marks/text-mark.ts";
import { blankNode, NO_BRANCH } from "../blank-parts.ts";
import { fingerprint } from "../fingerprint.ts";
import { ImportError } from "../import-error.ts";
import { type ImportOptions, keyByFiles, nameByFiles } from "../import-options.ts";
import { Losses } from "../losses.ts";
import { placeNodes } from "../place-nodes.ts";
import { quoted, Report } from "../report.ts";
import type {
  ImportedBranch,
  ImportedEffect,
  ImportedGraph,
  ImportedGroup,
  ImportedNode,
  ImportedStory,
} from "../story.ts";
import { checkStorySize } from "../story-limits.ts";
import { type CompiledInk, compileInk } from "./compiled.ts";
import { InkFiles, reportMissing } from "./includes.ts";
import { ListShapes } from "./list-shapes.ts";
import { expressionsOf, leadsTo, type Passage } from "./passage.ts";
import { pathOf } from "./paths.ts";
import { InkReader } from "./reader.ts";
import { askedFor, simplified } from "./simplify.ts";
import type { StepContext } from "./step.ts";
import { allAdded } from "./templates.ts";
import { InkVariables } from "./variables.ts";
import { hasTags, inkWords } from "./words.ts";

/**
 * Imports a story written in ink as one dialogue, with the files that it includes.
 *
 * The source is compiled by inkjs and then read step by step, as its engine would run it, with everything that is known only to a player
 * kept as a condition. What is said and done without a decision is a node; a line that depends on something is a node for each text it
 * can come to. Tunnels are detours, sequences are conditions on their own visits, functions are carried out where they are called. What
 * cannot be expressed is said with its line.
 *
 * @throws {ImportError} where the source is not ink, or comes to more than can be kept
 */
export function importInk(content: unknown, options: ImportOptions = {}): ImportedStory {
  if (typeof content !== "string")
    throw new ImportError("wrong_content_type", "An ink story must be text.", { pointer: "" });
  const source = content.replace(/^\uFEFF/, "");
  const files = new InkFiles({ name: options.file ?? "", text: source }, options.others ?? []);
  try {
    return importFiles(source, files, options);
  } catch (error) {
    throw error instanceof ImportError ? files.places.located(error) : error;
  }
}

function importFiles(source: string, files: InkFiles, options: ImportOptions): ImportedStory {
  const compiled = compileInk(source, files);
  const report = new Report();
  reportMissing(files, compiled.absent, report);
  const { all, variables, losses } = readStory(compiled, files);
  const writer = new InkWriter(all, variables, report);
  const title = titleOf(compiled.tags);
  const name = options.name ?? title ?? nameByFiles(options);
  const key =
    title ?? options.name ?? keyByFiles(options) ?? `untitled: ${fingerprint([...compiled.root.namedContent.keys()])}`;
  const written = writer.write();
  const declared = variables.list((name) => writer.used.has(name));
  const graph: ImportedGraph = {
    key,
    name: name ?? "Untitled story",
    description: "",
    start_key: writer.start,
    ...written,
    annotations: [],
    extensions: compiled.tags.length === 0 ? {} : { ink: { tags: [...compiled.tags] } },
  };
  losses.report(report);
  const marked = declared.filter(({ type, default: value }) => type === "string" && hasTags(String(value)));
  for (const { name } of marked) {
    report.add("warning", "ink_html_value", `Tags of HTML in the first value of ${quoted(name)} are read as written.`);
  }
  for (const warning of compiled.warnings) report.add("info", "ink_warning", warning);
  return checkStorySize({
    format: "ink",
    name,
    graphs: [graph],
    variables: declared,
    entities: [],
    report: report.items.map((item) => ({ ...item, graph_key: key })),
  });
}

/** Reads a compiled story, again as long as its list variables turn out to have further values. */
function readStory(compiled: CompiledInk, files: InkFiles) {
  const shapes = new ListShapes(compiled.lists);
  for (;;) {
    const losses = new Losses(files.places);
    const variables = new InkVariables(compiled, shapes);
    const context: StepContext = {
      ...compiled,
      variables,
      lose: (code, message, { debugMetadata: at }, severity) =>
        losses.add(code, message, at === null ? null : files.numberOf(at.fileName, at.startLineNumber), null, severity),
    };
    const all = new InkReader(context).read();
    if (!shapes.settle()) return { all, variables, losses };
  }
}

/** Returns the title that a tag at the top of a story gives. */
function titleOf(tags: readonly string[]): string | null {
  const titles = tags.flatMap((tag) => /^title:\s*(.+)$/i.exec(tag)?.[1] ?? []);
  return titles[0]?.trim() ?? null;
}

/** Writes passages as nodes. */
class InkWriter {
  /** Names of the variables that something asks for, changes or prints. */
  readonly used = new Set<string>();
  readonly #report: Report;
  readonly #passages: readonly Passage[];
  readonly #keys = new Map<number, string>();
  /** Nodes that count the visits of a container, by its path. */
  readonly #counting = new Map<string, string[]>();
  /** Containers of choices that can be chosen once, each of one branch. */
  readonly #once: ReadonlySet<string>;
  /** Whether it was told that some condition is too long. */
  #isTooLong = false;
  /** Tags of HTML that were told of. */
  readonly #tags = new Set<string>();

  constructor(all: readonly Passage[], variables: InkVariables, report: Report) {
    this.#report = report;
    const counted = askedFor(all);
    this.#once = simpleChoices(all);
    for (const { end } of all) {
      if (end.kind !== "choices") continue;
      for (const { choice } of end.choices) {
        const path = targetPath(choice.point);
        if (choice.point.onceOnly && !this.#once.has(path)) counted.add(path);
      }
    }
    this.#passages = simplified(all, counted, (name) => variables.isOwn(name));
    this.#nameAll();
  }

  get start(): string | null {
    return this.#keys.get(0) ?? null;
  }

  write(): { nodes: ImportedNode[]; groups: ImportedGroup[] } {
    const nodes = this.#passages.map((passage) => this.#node(passage));
    placeNodes(nodes, this.start);
    const knots = new Set(nodes.flatMap(({ group_key }) => group_key ?? []));
    const groups = Array.from(knots, (key): ImportedGroup => ({ key, title: key, color: "stone" }));
    return { nodes, groups };
  }

  /** Names each passage after the knot, stitch or label it belongs to, with a number where there are several. */
  #nameAll(): void {
    const taken = new Map<string, number>();
    for (const passage of this.#passages) {
      const base = nameOf(passage) || "start";
      const count = (taken.get(base) ?? 0) + 1;
      taken.set(base, count);
      const key = count === 1 ? base : `${base} ${count}`;
      this.#keys.set(passage.id, key);
      for (const container of passage.visits) addToList(this.#counting, pathOf(container), key);
    }
  }

  #node(passage: Passage): ImportedNode {
    const key = this.#key(passage.id);
    const [knot = ""] = nameOf(passage).split(".");
    const effects = passage.effects.map((effect) => this.#effect(effect));
    for (const expression of expressionsOf(passage))
      for (const name of collectUses(expression).variables) this.used.add(name);
    const branches = this.#branches(passage, key);
    return {
      ...blankNode(key, kindOf(passage, effects.length)),
      // What the number makes unique has no name of its own: it is shown by its words.
      title: key === (nameOf(passage) || null) ? key : null,
      ...withMarks("text", this.#text(passage.lines, key)),
      tags: [...new Set(passage.tags)],
      group_key: knot === "" ? null : knot,
      on_enter_effects: effects,
      branches,
    };
  }

  #branches({ end }: Passage, key: string): ImportedBranch[] {
    const branch = (target: number, of: Partial<ImportedBranch>): ImportedBranch => {
      return { ...NO_BRANCH, target_key: this.#key(target), ...of };
    };
    switch (end.kind) {
      case "to":
        return [branch(end.passage, { kind: "auto" })];
      case "split":
        return end.ways.map(({ condition, passage }) => {
          if (condition === null) return branch(passage, { kind: end.isRandom ? "auto" : "else" });
          return branch(passage, { kind: "auto", conditions: [this.#expression(condition)] });
        });
      case "detour":
        return [branch(end.into, { kind: "auto" }), branch(end.behind, { kind: "else" })];
      case "choices":
        return end.choices.map(({ choice, passage }, at) => {
          const { point, guards, text } = choice;
          const path = targetPath(point);
          const isSimple = this.#once.has(path);
          const spent: Expression[] =
            point.onceOnly && !isSimple ? [negate({ fn: "visited", args: [{ ref: path }] })] : [];
          return branch(passage, {
            key: `${key} → ${at + 1}`,
            kind: point.isInvisibleDefault ? "fallback" : "choice",
            ...withMarks(
              "choice_text",
              replaced(this.#text([text], key), /\n/g, () => plain(" ")),
            ),
            conditions: [...spent, ...guards].map((each) => this.#expression(each)),
            repeat: point.onceOnly && isSimple ? "once" : "sticky",
          });
        });
      default:
        return [];
    }
  }

  #effect(effect: ImportedEffect): ImportedEffect {
    for (const name of collectEffectUses(effect, noUses()).variables) this.used.add(name);
    return {
      ...effect,
      value: effect.value === null ? null : this.#expression(effect.value),
      when: effect.when.map((each) => this.#expression(each)),
    };
  }

  #key(id: number): string {
    return this.#keys.get(id) ?? "";
  }

  /** Lines with their marks; the names of variables whose values stand in them are in braces. */
  #text(lines: readonly string[], node: string): MarkedText {
    const parts = lines.map((line, at) => {
      const words = inkWords(line, {
        uses: (name) => this.used.add(name),
        meets: (tag, isMark) => this.#meet(tag, isMark, node),
      });
      return at === 0 ? words : joined([plain("\n"), words]);
    });
    return joined(parts);
  }

  /** Tells of tags of HTML, once of each. */
  #meet(tag: string, isMark: boolean, node: string): void {
    if (this.#tags.has(tag)) return;
    this.#tags.add(tag);
    if (isMark) this.#report.add("info", "ink_html", `Tags <${tag}> are read as a web page shows them.`, { node });
    else if (MEDIA.has(tag)) this.#report.add("warning", "ink_media", `What <${tag}> shows is left out.`, { node });
    else this.#report.add("info", "ink_html", `Tags <${tag}> are left out; the words between them stay.`, { node });
  }

  /** An expression with nodes for the containers it asks for. */
  #expression(expression: Expression): Expression {
    const resolved = this.#resolved(expression);
    if (withinExpressionLimits(resolved)) return resolved;
    if (!this.#isTooLong)
      this.#report.add("warning", "ink_condition", "Conditions are too long to be kept, so their ways are closed.");
    this.#isTooLong = true;
    return { op: "opaque", format: "ink", source: "…" };
  }

  #resolved(expression: Expression): Expression {
    if ("fn" in expression && !("op" in expression)) {
      const [arg] = expression.args;
      if (arg !== undefined && "ref" in arg) return this.#counted(expression.fn, arg.ref);
      return { fn: expression.fn, args: expression.args.map((each) => this.#resolved(each)) };
    }
    if (!("args" in expression)) return expression;
    return { ...expression, args: expression.args.map((each) => this.#resolved(each)) } as Expression;
  }

  #counted(fn: Extract<Expression, { fn: string }>["fn"], path: string): Expression {
    const keys = this.#counting.get(path) ?? [];
    const calls = keys.map((key): Expression => ({ fn, args: [{ ref: key }] }) as Expression);
    const [first, ...rest] = calls;
    if (first === undefined) return { lit: fn === "visited" ? false : fn === "turns_since" ? -1 : 0 };
    if (rest.length === 0) return first;
    if (fn === "visited") return { op: "any", args: calls };
    if (fn === "turns_since") {
      this.#report.add(
        "warning",
        "ink_turns_since",
        `TURNS_SINCE of ${quoted(path)} counts only one of the variants of its text.`,
      );
      return first;
    }
    return allAdded(calls);
  }
}

/** A text of the story in its field, with its marks where it has any. */
function withMarks<Field extends "text" | "choice_text">(field: Field, { text, marks }: MarkedText) {
  const words = { [field]: text } as Record<Field, string>;
  return marks.length === 0 ? words : { ...words, text_marks: [...marks] };
}

/** Tags of HTML that show something besides words. */
const MEDIA: ReadonlySet<string> = new Set(["img", "audio", "video"]);

function kindOf({ lines, end }: Passage, effects: number): ImportedNode["kind"] {
  if (end.kind === "end") return TERMINAL_KIND;
  if (end.kind === "return" || end.kind === "detour") return end.kind;
  if (end.kind === "split" && end.isRandom) return "random";
  if (end.kind === "choices") return lines.length > 0 ? "line" : "choice";
  if (lines.length > 0) return "line";
  return effects > 0 ? "instruction" : end.kind === "split" ? "condition" : "hub";
}

type Point = { readonly choiceTarget: unknown; readonly path: { toString(): string } };

function targetPath(point: Point): string {
  const { choiceTarget } = point;
  return isContainer(choiceTarget) ? pathOf(choiceTarget) : point.path.toString();
}

function isContainer(value: unknown): value is Parameters<typeof pathOf>[0] {
  return typeof value === "object" && value !== null && "namedContent" in value;
}

/** Containers of choices that stand once in the dialogue and are come to by nothing else: to have been chosen is to have been there. */
function simpleChoices(all: readonly Passage[]): Set<string> {
  const ways = new Map<number, number>();
  const offered = new Map<string, number[]>();
  const counting = new Map<string, number>();
  for (const passage of all) {
    for (const to of leadsTo(passage)) ways.set(to, (ways.get(to) ?? 0) + 1);
    for (const container of passage.visits) counting.set(pathOf(container), (counting.get(pathOf(container)) ?? 0) + 1);
    if (passage.end.kind !== "choices") continue;
    for (const { choice, passage: to } of passage.end.choices) {
      addToList(offered, targetPath(choice.point), to);
    }
  }
  const simple = new Set<string>();
  for (const [path, targets] of offered) {
    const [only] = targets;
    const isOne = targets.length === 1 && only !== undefined && ways.get(only) === 1 && counting.get(path) === 1;
    if (isOne) simple.add(path);
  }
  return simple;
}

/** The knot, stitch and label a passage belongs to, with dots between them. */
function nameOf({ at }: Passage): string {
  if (at === null) return "";
  return pathOf(at)
    .split(".")
    .filter((part) => !/^(?:\d+|[cgs]-?\d+|b|s|\$.*)$/.test(part))
    .join(".");
}
