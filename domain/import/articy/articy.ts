import { addToList } from "../../add-to-list.ts";
import { fitsType, neutralValue, VARIABLE_DEFAULTS, type VariableType } from "../../dialogue/wire.ts";
import type { Scalar } from "../../expression.ts";
import { firstWords } from "../../first-words.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { joined, plain, sliced } from "../../text-marks/marked-text.ts";
import type { MarkedText } from "../../text-marks/text-mark.ts";
import { blankNode, NO_BRANCH } from "../blank-parts.ts";
import { markEndings } from "../endings.ts";
import { ImportError } from "../import-error.ts";
import type { ImportOptions } from "../import-options.ts";
import { field, textField, without } from "../json-fields.ts";
import { placeNodes } from "../place-nodes.ts";
import { quoted, Report } from "../report.ts";
import type { ScriptDialect } from "../script/parse-expression.ts";
import { declarationsOf, Resolver } from "../script/resolve.ts";
import type {
  ImportedBranch,
  ImportedEntity,
  ImportedGraph,
  ImportedNode,
  ImportedStory,
  ImportedVariable,
  ReportSeverity,
} from "../story.ts";
import { checkStorySize } from "../story-limits.ts";
import { offering, onOneLine, saying } from "../styled-words.ts";
import { assignmentsOf, expresso, guardsOf } from "./expresso.ts";
import { joinedExport } from "./parts.ts";
import { type ArticyProject, type Model, type Pin, readArticy } from "./project.ts";
import { type ArticyTextLoss, readArticyText } from "./rich-text.ts";

/** Kinds of objects that are part of a flow. */
const FLOW: ReadonlySet<string> = new Set([
  "FlowFragment",
  "Dialogue",
  "DialogueFragment",
  "Hub",
  "Jump",
  "Condition",
  "Instruction",
]);
const CONTAINERS: ReadonlySet<string> = new Set(["FlowFragment", "Dialogue"]);

/**
 * Imports an articy:draft export: the one file of articy:draft 3, or the files of articy:draft X. Each flow fragment and dialogue with something in it is a dialogue, and a `subgraph` card in the one it
 * lies in; dialogue fragments are lines, with their menu text on the branches that lead to them; conditions at input pins guard the way in,
 * instructions at output pins are effects of the branches.
 *
 * @throws {ImportError} where it is no such export, or holds no flow
 */
export function importArticy(content: unknown, options: ImportOptions = {}): ImportedStory {
  const report = new Report();
  const { value, language, others } = joinedExport(content, options, report);
  const project = readArticy(value);
  const variables = readVariables(project, report);
  const byParent = Map.groupBy(
    Array.from(project.models.values()).filter(({ kind }) => FLOW.has(kind)),
    ({ parent }) => parent,
  );
  if (byParent.size === 0) throw new ImportError("empty_story", "The export contains no flow.");
  if (project.isLocalized) {
    const message = "The export is localized: its texts are keys of a spreadsheet, which cannot be imported.";
    report.add("warning", "articy_localized", message);
  }
  const context: FlowContext = {
    project,
    dialect: expresso(new Set(variables.map(({ name }) => name))),
    resolver: new Resolver("articy", declarationsOf(variables)),
    byParent,
    named: new Set(variables.map(({ name }) => name)),
    lost: new Map(),
    report,
  };
  const graphs = Array.from(byParent.keys(), (parent) => new FlowReader(context, parent).read());
  reportLost(context);
  for (const graph of graphs) markEndings(graph, report, () => false);
  return checkStorySize({
    format: "articy_json",
    id: project.guid || null,
    name: options.name ?? (project.name || null),
    graphs,
    variables,
    entities: readEntities(project),
    report: report.items,
    language,
    other_languages: others,
  });
}

interface FlowContext {
  readonly project: ArticyProject;
  readonly dialect: ScriptDialect;
  readonly resolver: Resolver;
  readonly byParent: ReadonlyMap<string, readonly Model[]>;
  /** Names of all variables. */
  readonly named: ReadonlySet<string>;
  /** Losses in the texts of cards, with the cards. */
  readonly lost: Map<ArticyTextLoss, { graph: string; node: string; name: string }[]>;
  readonly report: Report;
}

/** Words about each part of a text that is lost. */
const LOST: Readonly<Record<ArticyTextLoss, { code: string; severity: ReportSeverity; what: string }>> = {
  image: { code: "articy_image", severity: "warning", what: "An image in a text is left out" },
  token: {
    code: "articy_token",
    severity: "warning",
    what: "A property in brackets is shown by its name, not by its value",
  },
  link: { code: "articy_link", severity: "info", what: "A link in a text keeps its words, not its address" },
  style: { code: "articy_style", severity: "info", what: "Colours, sizes and underlines of a text are left out" },
};

const NAMED_CARDS = 5;

/** Tells what texts lose, each kind once for a dialogue, with its cards. */
function reportLost({ lost, report }: FlowContext): void {
  for (const [loss, cards] of lost) {
    const { code, severity, what } = LOST[loss];
    for (const [graph, own] of Map.groupBy(cards, (card) => card.graph)) {
      const names = own.slice(0, NAMED_CARDS).map(({ name }) => quoted(name));
      const more = own.length > NAMED_CARDS ? " …" : "";
      report.add(severity, code, `${what} (${names.join(", ")}${more}).`, { graph, node: own[0]?.node ?? null });
    }
  }
}

/** One flow as a dialogue. */
class FlowReader {
  readonly #context: FlowContext;
  readonly #parent: string;
  readonly #models: readonly Model[];

  constructor(context: FlowContext, parent: string) {
    this.#context = context;
    this.#parent = parent;
    this.#models = context.byParent.get(parent) ?? [];
  }

  read(): ImportedGraph {
    const { project } = this.#context;
    const container = project.models.get(this.#parent);
    const nodes = this.#models.flatMap((model) => this.#inOrder(this.#node(model), model));
    const out = this.#models.some(({ outputs }) =>
      outputs.some((pin) => pin.connections.some(({ target }) => target === this.#parent)),
    );
    if (out) nodes.push({ ...blankNode(`${this.#parent} out`), kind: "return", title: "Out" });
    const start = this.#start(container, nodes);
    placeNodes(nodes, start, ({ key }) => placeOf(project.models.get(key)));
    const name = container === undefined ? project.name : nameOf(container);
    return {
      key: this.#parent,
      name: name || "Flow",
      description: container === undefined ? "" : plainWords(textField(container.properties, "Text")),
      start_key: start,
      nodes,
      groups: [],
      annotations: [],
      extensions: {},
    };
  }

  /** Finds the start of a flow: the target of its container's pin, else the first object that nothing leads to. */
  #start(container: Model | undefined, nodes: ImportedNode[]): string | null {
    const own = new Set(this.#models.map(({ id }) => id));
    const inside = (container?.inputs ?? []).flatMap((pin) => pin.connections).filter(({ target }) => own.has(target));
    const [only] = inside;
    if (only !== undefined && inside.length === 1) return only.target;
    if (inside.length > 1) {
      const key = `${this.#parent} in`;
      const branches = inside.map((connection, at) => this.#branch(connection, null, "choice", `${key} ${at}`));
      nodes.unshift({ ...blankNode(key), kind: "hub", title: "In", branches });
      return key;
    }
    const reached = new Set(nodes.flatMap(({ branches }) => branches.map(({ target_key }) => target_key)));
    return (nodes.find(({ key }) => !reached.has(key)) ?? nodes[0])?.key ?? null;
  }

  #node(model: Model): ImportedNode {
    const { resolver, dialect, project, byParent } = this.#context;
    const { id, kind, properties, inputs } = model;
    const speaker = project.models.get(textField(properties, "Speaker"));
    const isContainer = CONTAINERS.has(kind) && byParent.has(id);
    const effects = kind === "Instruction" ? assignmentsOf(textField(properties, "Expression"), dialect) : [];
    const branches = isContainer
      ? this.#around(model)
      : kind === "Condition"
        ? this.#condition(model)
        : this.#ways(model);
    const asks = branches.filter((branch) => branch.kind === "choice").length > 1;
    return {
      ...blankNode(id),
      kind: isContainer ? "subgraph" : kindOf(kind, asks),
      title: nameOf(model) || null,
      ...saying(
        isContainer || kind === "Condition" || kind === "Instruction"
          ? plain("")
          : this.#read(textField(properties, "Text"), model),
      ),
      speaker_key: speaker?.kind === "Entity" ? speaker.id : null,
      conditions: resolver.conditions(inputs.flatMap((pin) => guardsOf(pin.script, dialect))),
      on_enter_effects: effects.map((each) => resolver.effect(each, [])),
      branches,
      properties: featuresOf(model),
      extensions: { articy: keptOf(model) },
    };
  }

  /**
   * Puts the script of an output pin before the conditions of input pins behind it, as articy asks these on a copy of the variables in which
   * it has run: where it sets what they read, it runs in a node of its own.
   */
  #inOrder(node: ImportedNode, model: Model): ImportedNode[] {
    const isRead = ({ effects, target_key }: ImportedBranch): boolean => {
      const guard = this.#guardOf(target_key ?? "");
      return guard !== "" && effects.some(({ target }) => target !== null && guard.includes(target));
    };
    // A condition that holds has chosen its way, even where the pin behind is closed.
    const isChosen = ({ kind, target_key }: ImportedBranch): boolean =>
      node.kind === "condition" && kind === "auto" && this.#guardOf(target_key ?? "") !== "";
    this.#tellHidden(node, model);
    if (!node.branches.some((branch) => isRead(branch) || isChosen(branch))) return [node];
    const isShown = node.branches.some(({ effects, choice_text }) =>
      effects.some(({ target }) => choice_text.includes(`{${target}}`)),
    );
    if (node.branches.some(isRead) && (isShown || model.outputs.some(({ script }) => VISITED.test(script)))) {
      const message = `The script behind ${quoted(cardName(model))} counts visits or sets what choices show, so that conditions behind it are asked before it runs; articy asks them as if it had run.`;
      this.#context.report.add("warning", "articy_pin_order", message, { graph: this.#parent, node: model.id });
      return [node];
    }
    const between = (key: string, branches: ImportedBranch[]): ImportedNode => ({
      ...blankNode(key),
      kind: branches.length > 1 ? "hub" : "instruction",
      on_enter_effects: branches[0]?.effects ?? [],
      branches: branches.map((branch) => ({ ...branch, key: `${branch.key} on`, effects: [] })),
    });
    const [pin, ...others] = model.outputs.filter(({ connections }) => connections.length > 0);
    if (node.kind !== "subgraph" && node.kind !== "condition" && pin !== undefined && others.length === 0) {
      const key = `${model.id} out`;
      const on: ImportedBranch = { ...NO_BRANCH, key: `${model.id} on`, kind: "auto", target_key: key };
      return [{ ...node, branches: [on] }, between(key, node.branches)];
    }
    const added: ImportedNode[] = [];
    const branches = node.branches.map((branch) => {
      if (!isRead(branch) && !isChosen(branch)) return branch;
      const key = `${branch.key} out`;
      added.push(between(key, [{ ...branch, kind: "auto", conditions: [] }]));
      return { ...branch, effects: [], target_key: key, target_graph_key: null };
    });
    return [{ ...node, branches }, ...added];
  }

  /** Condition at the input pins of an object, as it is written. */
  #guardOf(id: string): string {
    return (this.#context.project.models.get(id)?.inputs ?? [])
      .map(({ script }) => script)
      .join(" ")
      .trim();
  }

  /** Tells of choices that articy hides where a condition behind an object without words does not hold: here they are offered. */
  #tellHidden({ branches }: ImportedNode, model: Model): void {
    const { project, report } = this.#context;
    const isGuarded = ({ kind, target_key }: ImportedBranch): boolean => {
      const target = kind === "choice" ? project.models.get(target_key ?? "") : undefined;
      if (target === undefined || target.kind === "DialogueFragment") return false;
      const next = [
        ...(target.kind === "Jump" ? [textField(target.properties, "Target")] : []),
        ...[...target.outputs, ...target.inputs].flatMap((pin) => pin.connections.map((each) => each.target)),
      ];
      return next.some((id) => this.#guardOf(id) !== "");
    };
    if (!branches.some(isGuarded)) return;
    const message = `A choice of ${quoted(cardName(model))} leads on to a condition at a pin: articy hides the choice where it does not hold, here the story ends behind it.`;
    report.add("warning", "articy_choice_ahead", message, { graph: this.#parent, node: model.id });
  }

  /** A container: into its flow, and on behind it. */
  #around(model: Model): ImportedBranch[] {
    const into: ImportedBranch = { ...NO_BRANCH, key: `${model.id} into`, kind: "auto", target_graph_key: model.id };
    const behind = model.outputs.flatMap((pin) => pin.connections.map((connection) => ({ connection, pin })));
    if (behind.length > 1) {
      const message = `${quoted(nameOf(model))} has more than one connection; only the first is followed.`;
      this.#context.report.add("warning", "articy_several_ways", message, { graph: this.#parent, node: model.id });
    }
    const [first] = behind;
    return first === undefined
      ? [into]
      : [into, this.#branch(first.connection, first.pin, "else", `${model.id} behind`)];
  }

  /** A condition: by its first pin where it holds, else by its second. */
  #condition(model: Model): ImportedBranch[] {
    const { resolver, dialect, report } = this.#context;
    const [yes, no] = model.outputs;
    const conditions = resolver.conditions(guardsOf(textField(model.properties, "Expression"), dialect));
    const first = (pin: Pin | undefined, kind: "auto" | "else") => {
      const [connection, ...more] = pin?.connections ?? [];
      if (more.length > 0) {
        const message = "A pin of a condition leads to more than one object; only the first is followed.";
        report.add("warning", "articy_several_ways", message, { graph: this.#parent, node: model.id });
      }
      const key = `${model.id} ${kind}`;
      return connection === undefined ? { ...NO_BRANCH, key, kind } : this.#branch(connection, pin ?? null, kind, key);
    };
    return [{ ...first(yes, "auto"), conditions }, first(no, "else")];
  }

  #ways(model: Model): ImportedBranch[] {
    if (model.kind === "Jump") {
      const target = textField(model.properties, "Target");
      return [this.#branch({ label: "", target, pin: "" }, null, "auto", `${model.id} to`)];
    }
    const all = model.outputs.flatMap((pin) => pin.connections.map((connection) => ({ connection, pin })));
    const kind = all.length > 1 ? "choice" : "auto";
    return all.map(({ connection, pin }, at) => this.#branch(connection, pin, kind, `${model.id} to ${at + 1}`));
  }

  #branch(
    { label, target }: Pin["connections"][number],
    pin: Pin | null,
    kind: ImportedBranch["kind"],
    key: string,
  ): ImportedBranch {
    const { project, resolver, dialect } = this.#context;
    const model = project.models.get(target);
    const effects = pin === null ? [] : assignmentsOf(pin.script, dialect);
    const graph = model === undefined || model.parent === this.#parent ? null : model.parent;
    return {
      ...NO_BRANCH,
      key,
      kind,
      target_key: target === this.#parent ? `${this.#parent} out` : target === "" ? null : target,
      target_graph_key: target === this.#parent ? null : graph,
      ...offering(kind === "choice" ? this.#choice(label, model) : plain("")),
      effects: effects.map((each) => resolver.effect(each, [])),
    };
  }

  /** Reads a text of an object; what it loses is told with the card. */
  #read(source: string, model: Model | undefined): MarkedText {
    const { text, losses } = readArticyText(source, this.#context.named);
    if (model !== undefined) {
      for (const loss of losses) {
        addToList(this.#context.lost, loss, {
          graph: model.parent,
          node: model.id,
          name: nameOf(model) || firstWords(text.text),
        });
      }
    }
    return text;
  }

  /** Words of a choice: the label of its connection, else the menu text of what it leads to, else the beginning of its text. */
  #choice(label: string, model: Model | undefined): MarkedText {
    const sources = [label, textField(model?.properties ?? {}, "MenuText")];
    for (const source of sources) {
      const words = onOneLine(this.#read(source, model));
      if (words.text !== "") return words;
    }
    if (model === undefined) return plain("");
    const words = onOneLine(readArticyText(textField(model.properties, "Text"), this.#context.named).text);
    const first = firstWords(words.text, FIRST_WORDS);
    if (first === "") return plain(nameOf(model));
    return first === words.text ? words : joined([sliced(words, 0, first.length - 1), plain(first.slice(-1))]);
  }
}

/** Words of a script that count the visits of the object whose script it is. */
const VISITED = /\b(?:seen|unseen|seenCounter)\b/;

/** Characters of the beginning of a text that a choice without words shows. */
const FIRST_WORDS = 80;

/** A text without its marks and values. */
function plainWords(source: string): string {
  return readArticyText(source, new Set()).text.text;
}

/** Returns the position of an object in articy. */
function placeOf(model: Model | undefined): { x: number | null; y: number | null } | null {
  const place = model === undefined ? null : field(model.properties, "Position");
  if (!isJsonObject(place)) return null;
  const number = (name: string) => {
    const value = field(place, name);
    return typeof value === "number" ? value : null;
  };
  return { x: number("x"), y: number("y") };
}

function kindOf(kind: string, asks: boolean): ImportedNode["kind"] {
  if (kind === "Hub" || (kind === "Instruction" && asks)) return "hub";
  if (kind === "Jump") return "jump";
  if (kind === "Condition") return "condition";
  return kind === "Instruction" ? "instruction" : "line";
}

function nameOf({ properties }: Model): string {
  return plainWords(textField(properties, "DisplayName")).replaceAll("\n", " ");
}

/** Returns the name of a card in a remark: its own, else its first words, else its id. */
function cardName(model: Model): string {
  return nameOf(model) || firstWords(plainWords(textField(model.properties, "Text"))) || model.id;
}

/** Returns the properties that have no field in the record. */
function keptOf({ properties }: Model): JsonObject {
  const kept = without(
    properties,
    ...["Id", "Parent", "DisplayName", "Text", "MenuText", "Speaker", "Expression", "Position", "Size", "ZIndex"],
    ...["InputPins", "OutputPins", "Target", "TargetPin", "ShortId", "Color", "PreviewImage", "Attachments"],
  );
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== ""));
}

const VARIABLE_TYPES: Readonly<Record<string, VariableType>> = {
  Boolean: "boolean",
  Integer: "integer",
  String: "string",
};

function readVariables({ variables }: ArticyProject, report: Report): ImportedVariable[] {
  const found = new Map<string, ImportedVariable>();
  for (const { name, type: typeName, value, description } of variables) {
    const type = Object.hasOwn(VARIABLE_TYPES, typeName) ? VARIABLE_TYPES[typeName] : undefined;
    if (type === undefined || found.has(name)) {
      report.add("warning", "articy_variable_left_out", `The variable ${quoted(name)} is left out.`, {
        source: typeName,
      });
      continue;
    }
    const given: Scalar = type === "boolean" ? /^true$/i.test(value) : type === "integer" ? Number(value) : value;
    const initial = fitsType(given, type) ? given : neutralValue(type);
    found.set(name, { ...VARIABLE_DEFAULTS, name, type, default: initial, enum_values: [], description });
  }
  return [...found.values()];
}

/** Values of the features of its template, by the names of their properties. */
function featuresOf({ template }: Model): JsonObject {
  const features = Object.values(template).filter(isJsonObject);
  return Object.fromEntries(features.flatMap((feature) => Object.entries(feature)));
}

/** Characters and places; the features of their templates are properties. */
function readEntities({ models }: ArticyProject): ImportedEntity[] {
  return Array.from(models.values()).flatMap((model): ImportedEntity[] => {
    if (model.kind !== "Entity" && model.kind !== "Location") return [];
    const properties = featuresOf(model);
    const text = plainWords(textField(model.properties, "Text"));
    if (text !== "") properties.description = text;
    const type = model.kind === "Entity" ? "character" : "location";
    const name = nameOf(model) || textField(model.properties, "TechnicalName") || "Unnamed";
    return [{ key: model.id, type, name, properties, parent_key: null }];
  });
}
