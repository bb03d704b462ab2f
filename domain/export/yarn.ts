import { type Branch, TALK_KIND } from "../dialogue/wire.ts";
import type { Effect, Expression } from "../expression.ts";
import type { ReportItem } from "../import/story.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { isAutomatic } from "../runtime/story.ts";
import { forEachInSteps, runToEnd, type Steps } from "../steps.ts";
import { plain } from "../text-marks/marked-text.ts";
import type { MarkedText } from "../text-marks/text-mark.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";
import { type DialogueOutline, outlineOfDialogue, type PlaceOf, placing } from "./outline.ts";
import { CardRemarks } from "./remarks.ts";
import { passageNames } from "./twee-names.ts";
import {
  identifier,
  isOption,
  literal,
  NotInYarn,
  type YarnLossReason,
  YarnScript,
  YarnVariables,
  yarnCommand,
  yarnText,
} from "./yarn-script.ts";

/** A dialogue as a file of Yarn Spinner 3, with remarks on what Yarn cannot say. */
export function exportYarn(dialogue: ExportedDialogue): { content: string; report: ReportItem[] } {
  const writer = runToEnd(YarnWriter.opening(outlineOfDialogue(dialogue)));
  const parts = [writer.head(), ...dialogue.nodes.map((node) => writer.node(node)), writer.end()];
  return { content: parts.join(""), report: writer.report() };
}

const REASONS: Readonly<Record<YarnLossReason, string>> = {
  world: "properties of the world",
  count: "counts of choices and turns",
  set: "variables with several values",
  opaque: "logic kept from another format",
  function: "its messages to the game",
  gone: "a deleted variable",
};

/** Writes a Yarn file from an outline, its nodes one after another. */
export class YarnWriter {
  readonly #dialogue: DialogueOutline;
  readonly #remarks = new CardRemarks("yarn_unsaid");
  readonly #titles: ReadonlyMap<string, string>;
  readonly #speakers: ReadonlyMap<string, string>;
  readonly #variables: YarnVariables;
  readonly #script: YarnScript;
  /** Conditions of entering each node, by its id: nodes of Yarn have none, so the branches into them ask. */
  readonly #guards: ReadonlyMap<string, readonly Expression[]>;
  readonly #placeOf: PlaceOf;
  /** Variables of the file's own, with their first values. */
  readonly #own = new Map<string, number>();
  /** Names of lines that are written. */
  readonly #lines = new Set<string>();
  /** Variable for numbers drawn; null while none is. */
  #drawn: string | null = null;

  private constructor(dialogue: DialogueOutline, titles: ReadonlyMap<string, string>, placeOf: PlaceOf) {
    this.#dialogue = dialogue;
    this.#titles = titles;
    this.#placeOf = placeOf;
    this.#speakers = new Map(dialogue.entities.map((entity) => [entity.id, entity.name]));
    this.#variables = new YarnVariables(dialogue.variables.map(({ name }) => name));
    this.#guards = new Map(dialogue.nodes.map(({ id, conditions }) => [id, conditions]));
    const variables = new Map(dialogue.variables.map((variable) => [variable.id, variable]));
    this.#script = new YarnScript({
      variable: (id) => variables.get(id) ?? null,
      title: (id) => titles.get(id) ?? null,
      variables: this.#variables,
    });
  }

  /** Names and places all nodes, which takes a while where they are many, and answers who writes them. */
  static *opening(dialogue: DialogueOutline): Steps<YarnWriter> {
    const names = yield* passageNames(dialogue.nodes);
    const start = dialogue.graph.start_node_id ?? dialogue.nodes[0]?.id;
    const titles = new Map<string, string>();
    const taken = new Set<string>(["Variables", "Counts"]);
    yield* forEachInSteps(names, ([id, name]) => {
      const words = name.replace(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{M}\p{Nd}]+$/gu, "");
      const plain = identifier(words, "Node_");
      const base = id === start ? "Start" : words === "" || plain === "Start" ? "Node" : plain;
      let title = base;
      for (let n = 2; taken.has(title); n++) title = `${base}_${n}`;
      taken.add(title);
      titles.set(id, title);
    });
    return new YarnWriter(dialogue, titles, yield* placing(dialogue));
  }

  /** Returns the head of the file: the variables that the dialogue uses. */
  head(): string {
    const declared = this.#dialogue.variables.flatMap(({ id, name, type, default: initial }) => {
      const isUsed = this.#dialogue.uses.variables.has(id);
      if (!isUsed || type === "set" || Array.isArray(initial)) return [];
      return [`<<declare ${this.#variables.named(name)} = ${literal(initial)}>>`];
    });
    return declared.length === 0 ? "" : `title: Variables\n---\n${declared.join("\n")}\n===\n`;
  }

  /** One node; they are written in the order of the outline. */
  node(node: ExportedNode): string {
    const title = this.#titles.get(node.id) ?? "Node";
    const { x, y } = this.#placeOf(node);
    const tags = node.tags.map((tag) => tag.trim().replace(/\s+/g, "_")).filter((tag) => tag !== "");
    const header = [
      `title: ${title}`,
      ...(tags.length > 0 ? [`tags: ${tags.join(" ")}`] : []),
      `position: ${Math.round(x)},${Math.round(y)}`,
    ];
    const body = [...this.#effects(node.on_enter_effects, node), ...this.#said(node), ...this.#waysOn(node)];
    return `${header.join("\n")}\n---\n${body.join("\n")}\n===\n`;
  }

  /** Returns the end of the file: the variables that the export itself needs. */
  end(): string {
    if (this.#own.size === 0) return "";
    const declared = Array.from(this.#own, ([name, initial]) => `<<declare ${name} = ${initial}>>`);
    return `title: Counts\n---\n${declared.join("\n")}\n===\n`;
  }

  /** Remarks on what was written, once all of it is. */
  report(): ReportItem[] {
    return this.#remarks.report();
  }

  #remark(message: string, { id }: Pick<ExportedNode, "id">): void {
    this.#remarks.add(message, this.#titles.get(id) ?? id);
  }

  /** Words for something; null, with a remark, where Yarn has none. */
  #tried(write: () => string, node: Pick<ExportedNode, "id">): string | null {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof NotInYarn)) throw error;
      this.#remark(`Yarn cannot express ${REASONS[error.reason]}`, node);
      return null;
    }
  }

  /** Returns conditions in Yarn. A condition that Yarn cannot express counts as not met, as it does to a player. */
  #condition(conditions: readonly Expression[], node: ExportedNode, askedFor = node.id): string {
    return this.#tried(() => this.#script.conditions(conditions, askedFor, node.id), node) ?? "false";
  }

  #effects(effects: readonly Effect[], node: ExportedNode): string[] {
    return effects.flatMap((effect) => {
      const done = this.#tried(() => this.#script.effect(effect, node.id), node);
      if (done === null) return [];
      return effect.when.length === 0 ? [done] : [`<<if ${this.#condition(effect.when, node)}>>`, done, "<<endif>>"];
    });
  }

  #said(node: ExportedNode): string[] {
    const whole = { text: node.text, marks: node.text_marks };
    if (node.kind === "command") {
      const words = yarnCommand(whole, this.#variables);
      return words === "" ? [] : [`<<${words}>>`];
    }
    const text = this.#text(whole);
    if (node.kind === "wait_event") {
      this.#remark("Events are written as options", node);
      return [];
    }
    if (text === "") return [];
    const speaker =
      node.speaker_label ?? (node.speaker_id === null ? null : (this.#speakers.get(node.speaker_id) ?? null));
    const name = speaker === null ? "" : `${this.#text(plain(speaker)).replaceAll(":", "").replaceAll("\n", " ")}: `;
    const tag = this.#tag(node.extensions, node);
    return text.split("\n").map((line, at) => {
      return `${name}${speaker === null ? line.replaceAll(":", "\\:") : line}${at === 0 ? tag : ""}`;
    });
  }

  /** The name that a line or an option has in Yarn, as a tag; none for a copy of it. What else it was imported with is told as lost. */
  #tag({ yarn: own }: JsonObject, node: ExportedNode): string {
    if (own === undefined || !isJsonObject(own)) return "";
    const { line, markup, shadow } = own;
    if (markup !== undefined) this.#remark("Attributes of Yarn’s markup that are not played are left out", node);
    if (shadow !== undefined) this.#remark("Shadow lines are written as lines of their own", node);
    if (typeof line !== "string" || !/^[^\s#$<]+$/.test(line) || this.#lines.has(line)) return "";
    this.#lines.add(line);
    return ` #line:${line}`;
  }

  #text(text: MarkedText): string {
    return yarnText(text, this.#variables);
  }

  #waysOn(node: ExportedNode): string[] {
    if (node.kind === "end" || node.kind === "return" || node.branches.length === 0) {
      if (node.exit_to !== null) this.#remark("The story ends where it continues in another dialogue", node);
      return [node.kind === "return" && node.exit_to === null ? "<<return>>" : "<<stop>>"];
    }
    if (node.kind === "detour" || node.kind === "subgraph") return this.#detour(node);
    if (node.kind === "random") return this.#random(node);
    if (node.kind === "storylet_group") this.#remark("Scene pools play the first available scene", node);
    const isTalk = node.kind === TALK_KIND;
    if (isTalk) this.#remark("Talks are written as options, their written answers", node);
    const asked = isAutomatic(node) ? [] : node.branches.filter(isOption);
    const [only] = asked;
    const isSilent = !isTalk && asked.length === 1 && only?.choice_text.trim() === "";
    const options = isSilent ? [] : asked.flatMap((branch) => this.#option(branch, node));
    const order = ["choice", "auto", "else", "fallback"] as const;
    const others = node.branches.filter((branch) => !options.length || !asked.includes(branch));
    const ways = isAutomatic(node)
      ? [
          ...others.filter(({ kind }) => kind === "choice" || kind === "auto"),
          ...others.filter(({ kind }) => kind === "else"),
          ...others.filter(({ kind }) => kind === "fallback"),
        ]
      : order.flatMap((kind) => others.filter((branch) => branch.kind === kind));
    return [...options, ...ways.flatMap((branch) => this.#way(branch, node, this.#going(branch, node)))];
  }

  #option(branch: Branch, node: ExportedNode): string[] {
    const { condition, isOnce, counting } = this.#limits(branch, node);
    if (branch.when_unavailable === "hide" && (condition !== "" || isOnce)) {
      this.#remark("Unavailable choices are greyed out instead of hidden", node);
    }
    const words = this.#text({ text: branch.choice_text, marks: branch.text_marks }).replaceAll("\n", " ") || "…";
    const guard = isOnce
      ? ` <<once${condition === "" ? "" : ` if ${condition}`}>>`
      : condition === ""
        ? ""
        : ` <<if ${condition}>>`;
    return [
      `-> ${words}${guard}${this.#tag(branch.extensions, node)}`,
      ...[...counting, ...this.#going(branch, node)].map((line) => `    ${line}`),
    ];
  }

  /** A way that is gone along by itself where what it asks for holds. */
  #way(branch: Branch, node: ExportedNode, going: readonly string[]): string[] {
    const { condition, isOnce, counting } = this.#limits(branch, node);
    const lines = [...counting, ...going];
    if (isOnce) return [`<<once${condition === "" ? "" : ` if ${condition}`}>>`, ...lines, "<<endonce>>"];
    return condition === "" ? lines : [`<<if ${condition}>>`, ...lines, "<<endif>>"];
  }

  /** Returns the condition of a branch and the lines that count it; a branch limited in number has a counter. */
  #limits(branch: Branch, node: ExportedNode): { condition: string; isOnce: boolean; counting: string[] } {
    const target = branch.target_node_id ?? "";
    const guards = this.#guards.get(target) ?? [];
    const asked = branch.conditions.length === 0 ? "" : this.#condition(branch.conditions, node);
    const guard = guards.length === 0 ? "" : this.#condition(guards, node, target);
    const condition = asked === "" || guard === "" ? asked + guard : `(${asked}) && (${guard})`;
    if (branch.repeat === "sticky") return { condition, isOnce: false, counting: [] };
    if (branch.repeat_scope !== "playthrough")
      this.#remark("Choices allowed once per visit or per player are allowed once per game", node);
    if (branch.repeat === "once" || (branch.repeat_limit ?? 1) === 1) return { condition, isOnce: true, counting: [] };
    const name = this.#variables.own(`taken_${this.#own.size + 1}`);
    this.#own.set(name, 0);
    const limit = `${name} < ${branch.repeat_limit}`;
    const all = condition === "" ? limit : `(${condition}) && ${limit}`;
    return { condition: all, isOnce: false, counting: [`<<set ${name} += 1>>`] };
  }

  /** Returns the effects of a branch and its jump. */
  #going(branch: Branch, node: ExportedNode): string[] {
    const effects = this.#effects(branch.effects, node);
    const { target_graph_id, target_node_id } = branch;
    const isAway = target_graph_id !== null && target_graph_id !== this.#dialogue.graph.id;
    const title = isAway || target_node_id === null ? undefined : this.#titles.get(target_node_id);
    if (title === undefined) this.#remark("The story ends where a choice leads to no card of this dialogue", node);
    return [...effects, title === undefined ? "<<stop>>" : `<<jump ${title}>>`];
  }

  #detour(node: ExportedNode): string[] {
    const into = node.branches.find(({ kind }) => kind === "choice" || kind === "auto");
    const behind = node.branches.filter(({ kind }) => kind === "else");
    this.#remark("A jump inside a side scene ends the scene", node);
    const going = into === undefined ? [] : this.#going(into, node).map((line) => line.replace("<<jump ", "<<detour "));
    const ways = behind.flatMap((branch) => this.#way(branch, node, this.#going(branch, node)));
    return [...(into === undefined ? [] : this.#way(into, node, going)), ...ways, "<<return>>"];
  }

  /** A random node with whole weights draws a number; others take the first that is open. */
  #random(node: ExportedNode): string[] {
    const total = node.branches.reduce((sum, { weight }) => sum + weight, 0);
    const isPlain = node.branches.every(
      ({ conditions, repeat, weight, target_node_id }) =>
        conditions.length === 0 &&
        repeat === "sticky" &&
        Number.isInteger(weight) &&
        (this.#guards.get(target_node_id ?? "") ?? []).length === 0,
    );
    if (!isPlain || total === 0) {
      this.#remark("Random cards whose choices have conditions take the first available one", node);
      return node.branches.flatMap((branch) => this.#way(branch, node, this.#going(branch, node)));
    }
    this.#drawn ??= this.#variables.own("drawn");
    const name = this.#drawn;
    this.#own.set(name, 0);
    let upTo = 0;
    const ways = node.branches.flatMap((branch) => {
      upTo += branch.weight;
      return [`<<if ${name} <= ${upTo}>>`, ...this.#going(branch, node), "<<endif>>"];
    });
    return [`<<set ${name} = random_range(1, ${total})>>`, ...ways];
  }
}
