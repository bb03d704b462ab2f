import { type Branch, limitOf, TALK_KIND, TERMINAL_KIND } from "../dialogue/wire.ts";
import { type Effect, type Expression, walkExpression } from "../expression.ts";
import { hasTags } from "../import/ink/words.ts";
import type { ReportItem } from "../import/story.ts";
import { isAutomatic, isDetour, logicOf } from "../runtime/story.ts";
import { forEachInSteps, runToEnd, type Steps } from "../steps.ts";
import { plain } from "../text-marks/marked-text.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";
import { InkNames, isInkName } from "./ink-names.ts";
import { allOf, type InkLossReason, InkScript, type InkVariable, NotInInk } from "./ink-script.ts";
import { inkLines, inkText, markedOnOneLine, onOneLine } from "./ink-text.ts";
import { type DialogueOutline, outlineOfDialogue } from "./outline.ts";
import { CardRemarks } from "./remarks.ts";
import { hasSetWords } from "./text-segments.ts";
import { passageNames } from "./twee-names.ts";

/**
 * A dialogue as source of ink, with remarks on what ink cannot say. Where there is no remark that warns, ink's own engine says and
 * offers along the same choices what the dialogue does here.
 */
export function exportInk(dialogue: ExportedDialogue): { content: string; report: ReportItem[] } {
  const writer = runToEnd(InkWriter.opening(outlineOfDialogue(dialogue)));
  const parts = [writer.head(), ...dialogue.nodes.map((node) => writer.node(node)), writer.end()];
  return { content: parts.join(""), report: writer.report() };
}

const REASONS: Readonly<Record<InkLossReason, string>> = {
  world: "properties of the world",
  count: "its counts of visits, choices or turns",
  set: "variables with several values",
  opaque: "logic kept from another format",
  host: "its messages to the game",
  gone: "a deleted variable",
  division: "a division by a value that can be 0",
  number: "a number in its calculations",
  text: "a comparison of texts",
  forgetting: "a reset of visits",
};

/** A branch with all that its way needs. */
interface Way {
  /** Condition of the branch; null where nothing has to hold. */
  readonly condition: string | null;
  /** Lines that count the branch, apply its effects and divert to its target. */
  readonly body: readonly string[];
}

/** Writes source of ink from an outline, a knot for each node, one after another. */
export class InkWriter {
  readonly #dialogue: DialogueOutline;
  readonly #names: InkNames;
  readonly #remarks = new CardRemarks("ink_unsaid");
  /** Names of cards in remarks: their titles, made unique. */
  readonly #titles: ReadonlyMap<string, string>;
  readonly #knots: ReadonlyMap<string, string>;
  readonly #guards: ReadonlyMap<string, readonly Expression[]>;
  readonly #speakers: ReadonlyMap<string, string>;
  readonly #byId: ReadonlyMap<string, InkVariable>;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #script: InkScript;
  /** Variables that count how often a branch was taken, by its id. */
  readonly #taken: Map<string, string>;
  /** Names of temporary variables for draws. */
  readonly #drawn: string;
  readonly #weights: string[] = [];
  readonly #hasDetours: boolean;
  /** Nodes that lead to themselves. ink counts a knot when it is come into, and one that is in it already by a label at its beginning. */
  readonly #looped: ReadonlySet<string>;
  readonly #label: string;

  private constructor(
    dialogue: DialogueOutline,
    names: InkNames,
    titles: ReadonlyMap<string, string>,
    found: Pick<InkWriterNames, "knots" | "looped" | "guards" | "variables" | "taken">,
  ) {
    this.#dialogue = dialogue;
    this.#names = names;
    this.#titles = titles;
    this.#knots = found.knots;
    this.#guards = found.guards;
    this.#byId = found.variables;
    this.#taken = found.taken;
    this.#speakers = new Map(dialogue.entities.map((entity) => [entity.id, entity.name]));
    const named = dialogue.variables.flatMap(({ id, name }): [string, string][] => {
      const variable = found.variables.get(id);
      return variable === undefined ? [] : [[name, variable.name]];
    });
    this.#byName = new Map(named);
    this.#drawn = names.give("drawn", "drawn");
    this.#label = names.give("entered", "entered");
    this.#looped = found.looped;
    this.#hasDetours = dialogue.nodes.some(isDetour);
    this.#script = new InkScript({
      variable: (id) => found.variables.get(id) ?? null,
      knot: (id) => {
        const knot = found.knots.get(id);
        return knot === undefined ? null : found.looped.has(id) ? `${knot}.${this.#label}` : knot;
      },
      taken: (id) => found.taken.get(id) ?? null,
    });
  }

  /** Names all knots, which takes a while where they are many, and answers who writes them. */
  static *opening(dialogue: DialogueOutline): Steps<InkWriter> {
    const titles = yield* passageNames(dialogue.nodes);
    const names = new InkNames();
    const variables = variablesOf(dialogue, names);
    const knots = new Map<string, string>();
    const guards = new Map<string, readonly Expression[]>();
    const looped = new Set<string>();
    const taken = new Map<string, string>();
    yield* forEachInSteps(dialogue.nodes, ({ id, conditions, isLooped }) => {
      knots.set(id, names.give(titles.get(id) ?? "", "card"));
      if (conditions.length > 0) guards.set(id, conditions);
      if (isLooped) looped.add(id);
    });
    yield* forEachInSteps(dialogue.nodes, ({ branchIds }) => {
      for (const id of branchIds) if (dialogue.uses.refs.has(id)) taken.set(id, names.give("taken", "taken"));
    });
    return new InkWriter(dialogue, names, titles, { knots, looped, guards, variables, taken });
  }

  /** Returns the head of the file: the story's name, its variables, and the first divert. */
  head(): string {
    const { graph, nodes, groups, annotations } = this.#dialogue;
    const declared = Array.from(this.#byId, ([id, variable]) => this.#declaration(id, variable));
    const begin = this.#knots.get(graph.start_node_id ?? "") ?? this.#knots.get(nodes[0]?.id ?? "");
    // What is returned to where nothing was left is the end of the story.
    const isReturned = nodes.some(({ kind }) => kind === "return");
    if (groups.length > 0 || annotations.length > 0)
      this.#remarks.add("Groups and notes are left out", graph.name, "info");
    return [
      `# title: ${inkText(plain(onOneLine(graph.name)), () => null)}`,
      ...graph.description
        .split(/[\n\r]+/)
        .map(onOneLine)
        .filter((line) => line !== "")
        .map((line) => `// ${line}`),
      ...declared,
      ...(begin === undefined ? ["-> END"] : isReturned ? [`-> ${begin} ->`, "-> END"] : [`-> ${begin}`]),
      "",
    ].join("\n");
  }

  /** One node; they are written in the order of the outline. */
  node(node: ExportedNode): string {
    const knot = this.#knots.get(node.id) ?? "";
    const title = onOneLine(node.title ?? "");
    const isCounted = this.#looped.has(node.id) && this.#isAskedFor(node);
    const lines = [
      ...(isCounted ? [`- (${this.#label})`] : []),
      ...(title === "" || title === knot ? [] : [`// ${title}`]),
      ...this.#effects(node.on_enter_effects, node),
      ...this.#said(node),
      ...this.#waysOn(node),
    ];
    return `\n=== ${knot} ===\n${lines.join("\n")}\n`;
  }

  /** Whether something asks how often a node was come to. */
  #isAskedFor(node: ExportedNode): boolean {
    if (this.#dialogue.uses.refs.has(node.id)) return true;
    const { conditions, effects } = logicOf([node]);
    const all = [...conditions, ...effects.flatMap(({ value, when }) => (value === null ? when : [value, ...when]))];
    return all.some(asksOfItself);
  }

  /** Returns the end of the file: the variables that the export itself needs. */
  end(): string {
    const declared = Array.from(this.#taken.values(), (name) => `VAR ${name} = 0\n`);
    return declared.length === 0 ? "" : `\n// How often choices were taken.\n${declared.join("")}`;
  }

  /** Remarks on what was written, once all of it is. */
  report(): ReportItem[] {
    return this.#remarks.report();
  }

  #declaration(id: string, variable: InkVariable): string {
    const written = this.#dialogue.variables.find((each) => each.id === id);
    if (written?.scope === "temporary")
      this.#remarks.add("Temporary values are kept after the next choice", written.name);
    const { name, type, enum_values, default: initial } = variable;
    if (type === "set") {
      const isIn = (value: string) => Array.isArray(initial) && initial.includes(value);
      return `LIST ${name} = ${enum_values.map((each) => (isIn(each) ? `(${each})` : each)).join(", ")}`;
    }
    try {
      return `VAR ${name} = ${this.#script.initial(variable)}`;
    } catch (error) {
      if (!(error instanceof NotInInk)) throw error;
      this.#remarks.add("Variables start with a different value", written?.name ?? name);
      return `VAR ${name} = ${typeof initial === "string" ? '""' : "0"}`;
    }
  }

  #remark(message: string, { id }: Pick<ExportedNode, "id">, severity: "info" | "warning" = "warning"): void {
    this.#remarks.add(message, this.#titles.get(id) ?? id, severity);
  }

  /** Words for something; null, with a remark, where ink has none. */
  #tried<T>(write: () => T, node: Pick<ExportedNode, "id">): T | undefined {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof NotInInk)) throw error;
      this.#remark(`Ink cannot express ${REASONS[error.reason]}`, node);
      return undefined;
    }
  }

  /**
   * Returns conditions in ink, null for none. A condition that ink cannot express counts as not met, as it does to a
   * player.
   */
  #condition(
    conditions: readonly Expression[],
    node: Pick<ExportedNode, "id">,
    { askedFor = node.id, isOffered = false } = {},
  ): string | null {
    const words = this.#tried(() => this.#script.condition(conditions, askedFor, isOffered), node);
    if (words?.includes("RANDOM(")) this.#remark("Random numbers differ from those in Fabula", node, "info");
    return words === undefined ? "false" : words;
  }

  #effects(effects: readonly Effect[], node: ExportedNode): string[] {
    return effects.flatMap((effect) => {
      const done = this.#tried(() => this.#effect(effect, node), node) ?? [];
      if (done.length === 0) return [];
      const condition = this.#condition(effect.when, node);
      if (condition === "false") return [];
      return condition === null ? done : block(condition, done);
    });
  }

  #effect(effect: Effect, node: ExportedNode): string[] {
    const { op, value } = effect;
    if ((op === "command" || op === "emit") && value !== null && "lit" in value) {
      this.#remark("Messages to the game are written as tags", node);
      return [`# ${op === "command" ? "command" : "event"}: ${this.#tag(String(value.lit))}`];
    }
    const lines = this.#script.effect(effect, node.id);
    if (lines.some((line) => line.includes("RANDOM(")))
      this.#remark("Random numbers differ from those in Fabula", node, "info");
    return lines;
  }

  #said(node: ExportedNode): string[] {
    const tags = node.tags.map((tag) => this.#tag(tag)).filter((tag) => tag !== "");
    const speaker =
      node.speaker_label ?? (node.speaker_id === null ? null : (this.#speakers.get(node.speaker_id) ?? null));
    const lines = inkLines({ text: node.text, marks: node.text_marks }, (name) => this.#byName.get(name) ?? null);
    if (/[^\S\n]{2}|\n\s*\n/.test(node.text.trim()))
      this.#remark("Blank lines and repeated spaces are left out", node, "info");
    if ([node.text, ...node.branches.map((branch) => branch.choice_text)].some(hasTags))
      this.#remark("What looks like tags of HTML is read as HTML by ink’s page for the web", node, "info");
    if ([node, ...node.branches].some(({ text_marks }) => hasSetWords(text_marks)))
      this.#remark("Marked words stand in tags of HTML, which ink’s page for the web shows", node, "info");
    if (node.kind === "command" || node.kind === "wait_event") {
      if (node.kind === "command")
        this.#remark("Commands are written as tags, and the story does not wait for the game", node);
      const own =
        node.text.trim() === ""
          ? []
          : [`${node.kind === "command" ? "command" : "waits for"}: ${this.#tag(node.text)}`];
      return [...own, ...tags].map((tag) => `# ${tag}`);
    }
    if (lines.length === 0) return tags.map((tag) => `# ${tag}`);
    const by = speaker === null || speaker.trim() === "" ? [] : [`speaker: ${this.#tag(speaker)}`];
    return lines.map((line, at) => [line, ...(at === 0 ? [...by, ...tags] : by)].join(" # "));
  }

  #tag(text: string): string {
    return inkText(plain(onOneLine(text)), () => null);
  }

  #waysOn(node: ExportedNode): string[] {
    if (node.kind === TERMINAL_KIND || node.kind === "return" || node.branches.length === 0) {
      if (node.exit_to !== null) this.#remark("The story ends where it continues in another dialogue", node);
      if (node.kind === "return" && node.exit_to === null) return ["->->"];
      return [node.kind === TERMINAL_KIND || node.exit_to !== null ? "-> END" : "-> DONE"];
    }
    if (isDetour(node)) return this.#detour(node);
    if (node.kind === "random") return this.#random(node);
    if (node.kind === "storylet_group") return this.#pool(node);
    const ofKind = (kind: Branch["kind"]) => node.branches.filter((branch) => branch.kind === kind);
    const last = [...ofKind("else"), ...ofKind("fallback")];
    if (isAutomatic(node)) {
      const first = node.branches.filter(({ kind }) => kind === "choice" || kind === "auto");
      return this.#inOrder([...first, ...last], node);
    }
    const asked = node.branches.filter(({ kind }) => kind === "choice" || kind === "event");
    const [only] = asked;
    const isTalk = node.kind === TALK_KIND;
    if (isTalk) this.#remark("Talks are written as choices, their written answers", node);
    const isSilent = !isTalk && asked.length === 1 && only?.kind === "choice" && only.choice_text.trim() === "";
    const others = [...ofKind("auto"), ...last];
    if (asked.length === 0 || isSilent) return this.#inOrder([...asked, ...others], node);
    return this.#choices(asked, others, node);
  }

  /** Ways of which the first that is open is gone along. */
  #inOrder(branches: readonly Branch[], node: ExportedNode): string[] {
    const lines: string[] = [];
    for (const branch of branches) {
      const { condition, body } = this.#way(branch, node);
      if (condition === null) return [...lines, ...body];
      if (condition !== "false") lines.push(...block(condition, body));
    }
    return [...lines, "-> DONE"];
  }

  /** Returns the lines of a node's choices, and of the branches taken where no choice is open. */
  #choices(asked: readonly Branch[], others: readonly Branch[], node: ExportedNode): string[] {
    if (asked.some(({ kind }) => kind === "event")) this.#remark("Events are written as choices", node);
    let isSure = false;
    const options = [...asked, ...others].flatMap((branch) => {
      const isOnce = branch.repeat_scope === "playthrough" && limitOf(branch) === 1;
      const { condition, body } = this.#way(branch, node, { isOffered: asked.includes(branch), isOnce });
      isSure ||= condition === null && !isOnce;
      const mark = `${isOnce ? "*" : "+"}${condition === null ? "" : ` {${condition}}`}`;
      if (!asked.includes(branch)) return [`${mark} ->`, ...indented(body)];
      if (branch.when_unavailable === "disable" && (condition !== null || isOnce))
        this.#remark("Unavailable choices are hidden instead of greyed out", node);
      const choice = markedOnOneLine({ text: branch.choice_text, marks: branch.text_marks });
      const words = inkText(choice, (name) => this.#byName.get(name) ?? null);
      if (words === "") this.#remark("Choices without text are written as three dots", node);
      return [`${mark} [${words || "…"}]`, ...indented(body)];
    });
    return isSure ? options : [...options, "+ ->", "    -> DONE"];
  }

  /**
   * Returns the condition of a branch and its body.
   *
   * @param isOffered whether it is written as a choice of ink
   * @param isOnce whether ink itself then offers it once
   */
  #way(branch: Branch, node: ExportedNode, { isOffered = false, isOnce = false } = {}): Way {
    const conditions = this.#condition(branch.conditions, node, { isOffered });
    const { target_node_id } = branch;
    const target = this.#isAway(branch) || target_node_id === null ? null : target_node_id;
    const guard =
      target === null ? null : this.#condition(this.#guards.get(target) ?? [], node, { askedFor: target, isOffered });
    const limit = limitOf(branch);
    const isLimited = limit !== Number.POSITIVE_INFINITY && !isOnce;
    if (limit !== Number.POSITIVE_INFINITY && branch.repeat_scope !== "playthrough")
      this.#remark("Choices allowed once per visit or per player are allowed once per game", node);
    if (isLimited && !this.#taken.has(branch.id)) this.#taken.set(branch.id, this.#names.give("taken", "taken"));
    const count = this.#taken.get(branch.id);
    const parts = [conditions, guard, isLimited ? `${count} < ${limit}` : null].filter((each) => each !== null);
    const condition = parts.includes("false") ? "false" : parts.length > 1 ? allOf(parts) : (parts[0] ?? null);
    const counting = count === undefined ? [] : [`~ ${count} = ${count} + 1`];
    return { condition, body: [...counting, ...this.#going(branch, node)] };
  }

  /** Returns the effects of a branch and its divert. */
  #going(branch: Branch, node: ExportedNode): string[] {
    if (branch.unwind && this.#hasDetours) this.#remark("Choices that end side scenes do not end them", node);
    const effects = this.#effects(branch.effects, node);
    if (this.#isAway(branch)) {
      this.#remark("The story ends where it continues in another dialogue", node);
      return [...effects, "-> END"];
    }
    const knot = this.#knots.get(branch.target_node_id ?? "");
    if (knot === undefined) this.#remark("The story ends where a choice leads to no card", node);
    return [...effects, knot === undefined ? "-> DONE" : `-> ${knot}`];
  }

  #isAway({ target_graph_id }: Branch): boolean {
    return target_graph_id !== null && target_graph_id !== this.#dialogue.graph.id;
  }

  /** A detour is a tunnel: what is behind it comes once the other side returns. */
  #detour(node: ExportedNode): string[] {
    const ofKinds = (...kinds: Branch["kind"][]) => node.branches.filter(({ kind }) => kinds.includes(kind));
    const into = [...ofKinds("choice", "auto"), ...ofKinds("fallback")].map((branch) => {
      const { condition, body } = this.#way(branch, node);
      return { condition, body: body.map((line) => line.replace(/^-> (?!END$|DONE$)(.*)$/, "-> $1 ->")) };
    });
    const behind: string[] = [];
    let isSure = false;
    for (const branch of ofKinds("else")) {
      const { condition, body } = this.#way(branch, node);
      behind.push(...(condition === null ? body : block(condition, body)));
      isSure = condition === null;
      if (isSure) break;
    }
    return [...alternatives(into), ...behind, ...(isSure ? [] : ["->->"])];
  }

  /** A number is drawn from 1 to the sum of the weights of what is open. */
  #random(node: ExportedNode): string[] {
    const scale = [1, 10, 100, 1_000].find((by) =>
      node.branches.every(({ weight }) => Math.abs(weight * by - Math.round(weight * by)) < 1e-9),
    );
    if (scale === undefined) this.#remark("Weights of random cards are rounded", node);
    const ways = node.branches.map((branch) => ({
      ...this.#way(branch, node),
      weight: Math.round(branch.weight * (scale ?? 1_000)),
    }));
    const possible = ways.filter(({ condition, weight }) => condition !== "false" && weight > 0);
    const certain = possible.reduce((sum, { condition, weight }) => sum + (condition === null ? weight : 0), 0);
    if (possible.length > 1) this.#remark("Random numbers differ from those in Fabula", node, "info");
    const lines: string[] = [];
    const upTo: string[] = [];
    for (const [at, { condition, weight }] of possible.entries()) {
      this.#weights[at] ??= this.#names.give("weight", "weight");
      const name = this.#weights[at] ?? "";
      upTo.push(name);
      lines.push(`~ temp ${name} = ${condition === null ? weight : 0}`);
      if (condition !== null) lines.push(...block(condition, [`~ ${name} = ${weight}`]));
    }
    const total = upTo.join(" + ");
    if (possible.length > 0) {
      const draw = `RANDOM(1, ${total})`;
      lines.push(`~ temp ${this.#drawn} = ${certain > 0 ? draw : 0}`);
      if (certain === 0) lines.push(...block(`${total} > 0`, [`~ ${this.#drawn} = ${draw}`]));
      for (const [at, { body }] of possible.entries()) {
        const within = `${this.#drawn} <= ${upTo.slice(0, at + 1).join(" + ")}`;
        lines.push(...block(certain > 0 ? within : `${this.#drawn} > 0 and ${within}`, body));
      }
    }
    if (certain > 0) return [...lines, "-> DONE"];
    // Where nothing that is open has a weight it is the first.
    for (const { condition, body } of ways) {
      if (condition === null) return [...lines, ...body];
      if (condition !== "false") lines.push(...block(condition, body));
    }
    return [...lines, "-> DONE"];
  }

  /** Returns the lines of a storylet pool, whose branch with most conditions comes first. */
  #pool(node: ExportedNode): string[] {
    const sizes = node.branches.map(({ conditions }) => conditions.length);
    if (new Set(sizes).size < sizes.length)
      this.#remark("Of scenes with equally many conditions the first is played", node);
    return this.#inOrder(
      node.branches.toSorted((a, b) => b.conditions.length - a.conditions.length),
      node,
    );
  }
}

interface InkWriterNames {
  readonly knots: ReadonlyMap<string, string>;
  readonly looped: ReadonlySet<string>;
  readonly guards: ReadonlyMap<string, readonly Expression[]>;
  readonly variables: ReadonlyMap<string, InkVariable>;
  readonly taken: Map<string, string>;
}

/** The variables a dialogue uses, under names that ink takes. Sets are lists where their values can be names: lists print the names of what is in them. */
function variablesOf({ variables, uses }: DialogueOutline, names: InkNames): Map<string, InkVariable> {
  const used = variables.filter(({ id }) => uses.variables.has(id));
  const isWritten = used.filter(
    ({ type, enum_values }) => type !== "set" || (enum_values.length > 0 && enum_values.every(isInkName)),
  );
  for (const { type, enum_values } of isWritten) if (type === "set") for (const each of enum_values) names.keep(each);
  return new Map(isWritten.map((variable) => [variable.id, { ...variable, name: names.give(variable.name, "value") }]));
}

/** Whether an expression asks for the visits of the node it stands at. */
function asksOfItself(expression: Expression): boolean {
  let asks = false;
  walkExpression(expression, (part) => {
    if ("fn" in part && !("op" in part) && part.args.length === 0 && (part.fn === "visits" || part.fn === "visited"))
      asks = true;
  });
  return asks;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

/** Lines that count where a condition holds. */
function block(condition: string, lines: readonly string[]): string[] {
  return [`{ ${condition}:`, ...indented(lines), "}"];
}

/** Ways of which the first that is open is gone along, and no other. */
function alternatives(ways: readonly Way[]): string[] {
  const open = ways.filter(({ condition }) => condition !== "false");
  const [first] = open;
  if (first === undefined) return ["-> DONE"];
  if (first.condition === null) return [...first.body];
  const sure = open.findIndex(({ condition }) => condition === null);
  const reached = sure === -1 ? open : open.slice(0, sure + 1);
  const lines = reached.flatMap(({ condition, body }) => [`- ${condition ?? "else"}:`, ...indented(body)]);
  return ["{", ...lines, ...(sure === -1 ? ["- else:", "    -> DONE"] : []), "}"];
}
