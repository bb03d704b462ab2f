import { addToList } from "../../add-to-list.ts";
import { type BranchKind, DEFAULT_COLOR, isColor } from "../../dialogue/wire.ts";
import type { JsonObject } from "../../json.ts";
import { joined, plain } from "../../text-marks/marked-text.ts";
import { blankNode, NO_BRANCH } from "../blank-parts.ts";
import { field, idsField, textField, without } from "../json-fields.ts";
import { placeNodes } from "../place-nodes.ts";
import { quoted, type Report } from "../report.ts";
import type { Guard } from "../script/guards.ts";
import type { ScriptDialect } from "../script/parse-expression.ts";
import type { Resolver } from "../script/resolve.ts";
import type { ImportedAnnotation, ImportedBranch, ImportedGraph, ImportedNode } from "../story.ts";
import { IMPORT_LIMITS } from "../story.ts";
import { refuseAbove } from "../story-limits.ts";
import { offered, offering, onOneLine, saying } from "../styled-words.ts";
import { type HoldValue, readGuard, readScriptedText, type TextStep } from "./arcscript.ts";
import { ChainWriter } from "./chain.ts";
import type { ArcweaveProject } from "./project.ts";
import { lossesOf, plainText, type RichTextLoss, readRichText } from "./rich-text.ts";

/** Parts of the project that every board needs. */
export interface BoardContext {
  project: ArcweaveProject;
  script: ScriptDialect;
  resolver: Resolver;
  /** The board each element and branch lies on. */
  owners: ReadonlyMap<string, string>;
  /** Connections by what they come from. */
  outputs: ReadonlyMap<string, readonly string[]>;
  /** Declares variables for values that texts show. */
  hold: HoldValue;
  /** Connections that became branches. */
  used: Set<string>;
  /** Losses in the texts of cards, with the cards. */
  lost: Map<RichTextLoss, CardPlace[]>;
  report: Report;
}

/** Card of a board. */
export interface CardPlace {
  readonly graph: string;
  readonly node: string;
}

/** One board with elements as a graph. */
export class BoardReader {
  readonly #context: BoardContext;
  readonly #id: string;
  readonly #board: JsonObject;
  /** Branches whose ways are offered by what leads to them. */
  readonly #decided = new Set<string>();
  /** Elements and connections whose scripts are told of. */
  readonly #told = new Set<string>();
  /** Targets of connections that do not exist. */
  readonly #missing = new Set<string>();

  constructor(context: BoardContext, id: string, board: JsonObject) {
    this.#context = context;
    this.#id = id;
    this.#board = board;
  }

  read(startKey: string | null): ImportedGraph {
    const { project } = this.#context;
    const nodes: ImportedNode[] = [];
    const taken = new Set<string>();
    const own = (
      name: string,
      records: ReadonlyMap<string, JsonObject>,
      make: (id: string, record: JsonObject) => readonly ImportedNode[],
    ) => {
      for (const id of idsField(this.#board, name)) {
        const record = records.get(id);
        if (record === undefined)
          this.#report("warning", "arcweave_missing", `The board lists ${name} that are not in the file.`, id);
        else if (!taken.has(id) && (this.#context.owners.get(id) ?? this.#id) === this.#id) {
          taken.add(id);
          for (const node of make(id, record)) refuseAbove("nodes", nodes.push(node), IMPORT_LIMITS.nodes);
        }
      }
    };
    own("elements", project.elements, (id, element) => this.#element(id, element));
    own("branches", project.branches, (id, branch) => [this.#condition(id, branch)]);
    own("jumpers", project.jumpers, (id, jumper) => this.#jumper(id, jumper) ?? []);
    this.#leaveOutDecided(nodes);
    placeNodes(nodes, startKey);
    return {
      key: this.#id,
      name: plainText(textField(this.#board, "name")) || "Untitled board",
      description: "",
      start_key: startKey,
      nodes,
      groups: [],
      annotations: this.#annotations(nodes),
      extensions: {},
    };
  }

  /**
   * An element. One whose text depends on its script becomes a condition that leads to a line for each text it can come to: all of them
   * lead on as the element does.
   */
  #element(id: string, element: JsonObject): ImportedNode[] {
    const { script, resolver } = this.#context;
    const content = readScriptedText(readRichText(textField(element, "content")), script, this.#context.hold);
    const outputs = this.#outputsOf(id, idsField(element, "outputs"));
    const isAlone = outputs.length === 1;
    const choices = asContinuation(outputs.flatMap((connection) => this.#offered(connection, isAlone)));
    const branches = choices.map((branch) => this.#worded(branch));
    this.#lose(id, [textField(element, "content"), ...outputs.map((output) => this.#labelOf(output))]);
    const node: ImportedNode = {
      ...this.#node(id, without(element, "outputs")),
      title: plainText(textField(element, "title")).replaceAll("\n", " ") || null,
      ...saying(content.text),
      on_enter_effects: content.assignments.map(({ assignment, guards }) => resolver.effect(assignment, guards)),
      branches,
    };
    this.#tellUnread(node, content.unread);
    if (content.variants === null) {
      return content.steps.some(({ kind }) => kind === "ways") ? this.#chain(node, content.steps) : [node];
    }
    const { variants } = content;
    const keyOf = (at: number) => `${id} ${at + 1}`;
    const titleOf = (at: number) => (node.title === null ? null : `${node.title} ${at + 1}`);
    const ways = variants.map(({ guards }, at): ImportedBranch => {
      const isLast = at === variants.length - 1;
      const way = this.#branch(null, isLast ? "else" : "auto", isLast ? [] : guards);
      return { ...way, key: `${id} to ${at + 1}`, target_key: keyOf(at) };
    });
    const lines = variants.map(({ text }, at): ImportedNode => {
      const line = { ...this.#node(keyOf(at), {}), title: titleOf(at), ...saying(text), extensions: {} };
      const own = branches.map((branch) => ({ ...branch, key: at === 0 ? branch.key : `${branch.key} ${at + 1}` }));
      return { ...line, branches: own };
    });
    return [{ ...node, kind: "condition", text: "", text_marks: [], branches: ways }, ...lines];
  }

  /** An element whose text has to be said step by step. */
  #chain(node: ImportedNode, steps: readonly TextStep[]): ImportedNode[] {
    const chain = new ChainWriter(this.#context.resolver, node.key);
    chain.write(steps, node.branches);
    return chain.nodes.map((each, at) => {
      const title = node.title === null || at === 0 ? node.title : `${node.title} ${at + 1}`;
      const branches = each.branches.map((branch, nth) => ({
        ...branch,
        key: branch.key ?? `${each.key} to ${nth + 1}`,
      }));
      return { ...each, title, branches, extensions: at === 0 ? node.extensions : {} };
    });
  }

  /** Tells of scripts in a text whose result is not known. */
  #tellUnread({ key, title }: Pick<ImportedNode, "key" | "title">, unread: readonly string[]): void {
    if (unread.length === 0 || this.#told.has(key)) return;
    this.#told.add(key);
    const message = `A script in the text of ${quoted(title ?? key)} is not converted: what it shows is left out, and its condition counts as not met.`;
    const about = { graph: this.#id, node: key, source: unread.join(" ") };
    this.#context.report.add("warning", "arcweave_script_in_text", message, about);
  }

  /**
   * Returns the choices of a connection: itself or, where it leads to a branch, one for each way of that branch, with
   * the words of both. A single connection to a branch without words continues on its own.
   */
  #offered(connection: string, isAlone: boolean): ImportedBranch[] {
    const { project, resolver } = this.#context;
    const target = textField(project.connections.get(connection) ?? {}, "targetid");
    const ways = this.#waysOf(target);
    const own = this.#labelled(connection);
    const hasWords = ways.some(({ output }) => this.#labelled(output).some(({ choice_text }) => choice_text !== ""));
    if (ways.length === 0 || (isAlone && !hasWords)) return own;
    this.#decided.add(target);
    return ways.flatMap(({ id, output, guards }) =>
      own.flatMap((before) =>
        this.#labelled(output).map(
          (after): ImportedBranch => ({
            ...after,
            key: `${before.key} ${id}${after.key === output ? "" : after.key?.slice(output.length)}`,
            text_marks: [],
            ...offering(
              before.choice_text === "" || after.choice_text === ""
                ? joined([offered(before), offered(after)])
                : joined([offered(before), plain(" "), offered(after)]),
            ),
            conditions: [...before.conditions, ...resolver.conditions(guards), ...after.conditions],
            effects: [...before.effects, ...after.effects],
          }),
        ),
      ),
    );
  }

  /** Label of a connection as it is written. */
  #labelOf(connection: string | null): string {
    return textField(this.#context.project.connections.get(connection ?? "") ?? {}, "label");
  }

  /** Notes what the texts of an element lose. */
  #lose(node: string, texts: readonly string[]): void {
    for (const loss of new Set(texts.flatMap((html) => [...lossesOf(html)]))) {
      addToList(this.#context.lost, loss, { graph: this.#id, node });
    }
  }

  /** A choice without words has the title of the element that it leads to, as in Arcweave. */
  #worded(branch: ImportedBranch): ImportedBranch {
    if (branch.kind !== "choice" || branch.choice_text !== "" || branch.target_key === null) return branch;
    return { ...branch, choice_text: this.#titleOf(branch.target_key) };
  }

  /** Title of an element, or of that which a jumper leads to; empty where there is none. */
  #titleOf(key: string): string {
    const { jumpers, elements } = this.#context.project;
    const jumper = jumpers.get(key);
    const element = elements.get(jumper === undefined ? key : textField(jumper, "elementId"));
    return plainText(textField(element ?? {}, "title")).replace(/\s+/g, " ");
  }

  /** The ways of a branch of this board, with what has to hold for each; none where it is no branch, or leads on to another one. */
  #waysOf(branch: string): { id: string; output: string; guards: readonly Guard[] }[] {
    const { project, owners, script } = this.#context;
    const record = owners.get(branch) === this.#id ? project.branches.get(branch) : undefined;
    if (record === undefined) return [];
    const failed: Guard[] = [];
    const ways = this.#alternativesOf(record).flatMap(({ id, condition, isElse }) => {
      const own = isElse ? [] : guardOf(condition, script);
      const guards = [...failed, ...own];
      failed.push(...own.map((guard) => ({ ...guard, negated: !guard.negated })));
      const output = this.#outputOf(id, condition);
      return output === null ? [] : [{ id, output, guards }];
    });
    const isNested = ways.some(({ output }) => {
      return project.branches.has(textField(project.connections.get(output) ?? {}, "targetid"));
    });
    return isNested ? [] : ways;
  }

  /** Branches whose ways are offered where they are come to are no cards, unless something else leads there. */
  #leaveOutDecided(nodes: ImportedNode[]): void {
    const led = new Set(nodes.flatMap(({ branches }) => branches.map(({ target_key }) => target_key)));
    for (let at = nodes.length - 1; at >= 0; at--) {
      const key = nodes[at]?.key ?? "";
      if (this.#decided.has(key) && !led.has(key)) nodes.splice(at, 1);
    }
  }

  /** A branch of Arcweave: it has no words of its own, and leads on by the first of its conditions that holds. */
  #condition(id: string, branch: JsonObject): ImportedNode {
    const branches = this.#alternativesOf(branch).map(({ id: own, condition, isElse }) => {
      return this.#alternative(own, condition, isElse);
    });
    return { ...this.#node(id, without(branch, "conditions")), kind: "condition", branches };
  }

  /** The conditions of a branch, in their order. */
  #alternativesOf(branch: JsonObject): { id: string; condition: JsonObject; isElse: boolean }[] {
    const conditions = field(branch, "conditions");
    const record =
      typeof conditions === "object" && conditions !== null && !Array.isArray(conditions) ? conditions : {};
    const elseIfs = idsField(record, "elseIfConditions");
    const ids = [textField(record, "ifCondition"), ...elseIfs, textField(record, "elseCondition")];
    return ids.flatMap((id, i) => {
      const condition = this.#context.project.conditions.get(id);
      return condition === undefined ? [] : [{ id, condition, isElse: i === ids.length - 1 }];
    });
  }

  /** The connection that leaves from a condition. */
  #outputOf(id: string, condition: JsonObject): string | null {
    const named = textField(condition, "output");
    return this.#outputsOf(id, named === "" ? [] : [named])[0] ?? null;
  }

  #alternative(id: string, condition: JsonObject, isElse: boolean): ImportedBranch {
    const guards = isElse ? [] : guardOf(condition, this.#context.script);
    const branch = this.#branch(this.#outputOf(id, condition), isElse ? "else" : "auto", guards);
    const script = textField(condition, "script") || null;
    return { ...branch, key: id, extensions: { arcweave: { ...ofArcweave(branch.extensions), script } } };
  }

  /**
   * A jumper, a link to an element elsewhere. To an element of its own board it is only a way to draw an arrow, so
   * branches lead straight there and it is no node; to another board it is where this graph ends and that one goes on.
   */
  #jumper(id: string, jumper: JsonObject): [ImportedNode] | null {
    const { owners } = this.#context;
    const target = textField(jumper, "elementId");
    const board = owners.get(target);
    if (board === this.#id) return null;
    if (board === undefined) {
      this.#report(
        "warning",
        "arcweave_jumper_without_element",
        "A jumper leads to an element that is not in the file.",
        id,
      );
      return [{ ...this.#node(id, jumper), kind: "jump" }];
    }
    const exit_to = { graph_key: board, node_key: target };
    return [{ ...this.#node(id, jumper), kind: "end", title: this.#titleOf(target) || null, exit_to }];
  }

  #node(key: string, extension: JsonObject): ImportedNode {
    return { ...blankNode(key), extensions: { arcweave: extension } };
  }

  /** The connections that leave from something: in the order it names them, then any it forgot. */
  #outputsOf(id: string, named: readonly string[]): string[] {
    const all = this.#context.outputs.get(id) ?? [];
    const known = new Set(all);
    return [...new Set([...named.filter((connection) => known.has(connection)), ...all])];
  }

  #branch(connectionId: string | null, kind: BranchKind, guards: readonly Guard[]): ImportedBranch {
    const { project, resolver, script, used } = this.#context;
    const connection = connectionId === null ? undefined : project.connections.get(connectionId);
    if (connectionId !== null) used.add(connectionId);
    const label = readScriptedText(readRichText(this.#labelOf(connectionId)), script);
    return {
      ...NO_BRANCH,
      key: connectionId,
      kind,
      ...this.#target(connection),
      ...offering(onOneLine(label.always.text === "" ? label.text : label.always)),
      conditions: resolver.conditions(guards),
      effects: label.assignments.map((found) => resolver.effect(found.assignment, found.guards)),
      extensions:
        connection === undefined
          ? {}
          : { arcweave: without(connection, "sourceid", "targetid", "sourceType", "targetType") },
    };
  }

  /** A connection as a choice, or as one for each text that its label can come to. */
  #labelled(connectionId: string): ImportedBranch[] {
    const { resolver, script } = this.#context;
    const branch = this.#branch(connectionId, "choice", []);
    const { variants, unread } = readScriptedText(readRichText(this.#labelOf(connectionId)), script);
    this.#tellUnread({ key: connectionId, title: branch.choice_text || null }, unread);
    if (variants === null) return [branch];
    return variants.map(({ guards, text }, at) => ({
      ...branch,
      key: at === 0 ? connectionId : `${connectionId} ${at + 1}`,
      text_marks: [],
      ...offering(onOneLine(text)),
      conditions: resolver.conditions(guards),
    }));
  }

  #target(connection: JsonObject | undefined): { target_key: string | null; target_graph_key: string | null } {
    const { owners, project } = this.#context;
    const id = textField(connection ?? {}, "targetid");
    if (id === "") return { target_key: null, target_graph_key: null };
    const jumper = project.jumpers.get(id);
    const element = jumper === undefined ? id : textField(jumper, "elementId");
    if (owners.get(element) === this.#id) return { target_key: element, target_graph_key: null };
    if (jumper !== undefined) return { target_key: id, target_graph_key: null };
    const board = owners.get(id) ?? null;
    if (board === null && !this.#missing.has(id)) {
      this.#missing.add(id);
      this.#report(
        "warning",
        "arcweave_target_missing",
        "A connection leads to something that is not in the file.",
        id,
      );
    }
    return { target_key: id, target_graph_key: board };
  }

  /** Notes in rows above the nodes: the file does not say where they were. */
  #annotations(nodes: readonly ImportedNode[]): ImportedAnnotation[] {
    const ids = idsField(this.#board, "notes").filter((id) => this.#context.project.notes.has(id));
    const top = nodes.reduce((least, node) => Math.min(least, node.canvas_y), 0);
    const rows = Math.ceil(ids.length / NOTE.columns);
    return [...new Set(ids)].map((key, i) => {
      const note = this.#context.project.notes.get(key) ?? {};
      const theme = textField(note, "theme");
      return {
        key,
        text: plainText(textField(note, "content")),
        canvas_x: (i % NOTE.columns) * NOTE.columnWidth,
        canvas_y: top - (rows - Math.floor(i / NOTE.columns)) * NOTE.rowHeight,
        width: NOTE.width,
        height: null,
        color: isColor(theme) ? theme : DEFAULT_COLOR,
      };
    });
  }

  #report(severity: "info" | "warning", code: string, message: string, source: string): void {
    const board = quoted(plainText(textField(this.#board, "name")));
    this.#context.report.add(severity, code, `${message} (Board ${board}.)`, { graph: this.#id, source });
  }
}

const NOTE = { columns: 4, width: 264, columnWidth: 360, rowHeight: 240 } as const;

/** Returns the guard of a branch's condition. */
function guardOf(condition: JsonObject, script: ScriptDialect): Guard[] {
  const [code] = readRichText(`<pre><code>${textField(condition, "script")}</code></pre>`);
  return code?.type === "code" ? [readGuard(code.source, code.shown, script)] : [];
}

/** A single way on without words is no choice: the text just goes on. */
function asContinuation(branches: ImportedBranch[]): ImportedBranch[] {
  const [only] = branches;
  return branches.length === 1 && only?.choice_text === "" ? [{ ...only, kind: "auto" }] : branches;
}

function ofArcweave(extensions: JsonObject): JsonObject {
  const own = extensions.arcweave;
  return typeof own === "object" && own !== null && !Array.isArray(own) ? own : {};
}
