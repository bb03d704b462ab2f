import type { BranchKind, NodeKind } from "../../dialogue/wire.ts";
import { type Expression, withinExpressionLimits } from "../../expression.ts";
import type { JsonObject } from "../../json.ts";
import { blankNode, NO_BRANCH } from "../blank-parts.ts";
import type { Losses } from "../losses.ts";
import { expressionOf } from "../script/values.ts";
import type { ImportedBranch, ImportedEffect, ImportedNode } from "../story.ts";
import { offering, saying } from "../styled-words.ts";
import { type Declarations, expressionsOf } from "./declarations.ts";
import type { YarnExpression } from "./expression.ts";
import { type DeclareResult, GameCalls } from "./game-calls.ts";
import type { Precision } from "./precision.ts";
import { type SpokenText, type TextContext, TextReader } from "./spoken-text.ts";
import type { Block, Guard, Statement, TextPart, YarnLine } from "./statements.ts";
import type { ValueReader } from "./values.ts";

/** A node on its way, with the line of the file it stands in. */
export interface Draft {
  readonly id: string;
  readonly title: string;
  readonly line: number;
  node: ImportedNode;
  /** Number of branches that lead to it, and whether it can be come to, as found out when drafts are put together. */
  ways: number;
  isFound: boolean;
}

export function draftOf(id: string, title: string, line: number, node: ImportedNode): Draft {
  return { id, title, line, node, ways: 0, isFound: false };
}

/** Context of writing the body of a node. */
export interface BodyContext {
  readonly values: ValueReader;
  readonly losses: Losses;
  readonly precision: Precision;
  /** Titles of all nodes, with the drafts that begin them. */
  readonly entries: ReadonlyMap<string, string>;
  /** Titles that are come back from. */
  readonly detoured: ReadonlySet<string>;
  /** Whether anything in the story is come back from: jumps end that. */
  readonly hasDetours: boolean;
  /** Variables that count the visits to a node. */
  readonly visits: (node: WrittenNode) => readonly string[];
  readonly drafts: Map<string, Draft>;
  /** Names the variable that holds the nth value of a type that is worked out for one card; others have it for theirs. */
  readonly hold: (type: "number" | "string", nth: number) => string;
  readonly declarations: Declarations;
  /** Declares a variable that has the result of a function of the game, and answers its name. */
  readonly result: DeclareResult;
  /** Variables that count how often nodes are left for a while, each with the one that counts the visits. */
  readonly inside: ReadonlyMap<string, { readonly inside: string; readonly visits: string }>;
}

/** The node of a file that is written. */
export interface WrittenNode {
  readonly title: string;
  /** Title of the node, with its subtitle where it is one of a group. */
  readonly name: string;
  /** The line it begins at, which tells it from others of its title. */
  readonly line: number;
}

/** Writes the body of one node, from its end to its beginning: each statement knows what comes behind it. */
export class BodyWriter {
  readonly #context: BodyContext;
  readonly #node: WrittenNode;
  #count = 0;

  constructor(context: BodyContext, node: WrittenNode) {
    this.#context = context;
    this.#node = node;
  }

  /** Writes a block, and answers the draft it begins with. */
  write(block: Block, next: string): string {
    let entry = next;
    for (const statement of block.toReversed()) entry = this.#asked(statement, entry);
    return entry;
  }

  /** The draft where the body ends. */
  end(line: number, kind: "return" | "end" = this.#context.detoured.has(this.#node.title) ? "return" : "end"): string {
    return this.#add(kind, line, [], { on_enter_effects: this.#leaving() });
  }

  #add(kind: NodeKind, line: number, branches: ImportedBranch[], more?: Partial<ImportedNode>): string {
    const { title, line: first } = this.#node;
    const id = `${title}\u0000${first} ${this.#count++}`;
    const node = Object.assign(blankNode("", kind), more);
    node.branches = branches;
    this.#context.drafts.set(id, draftOf(id, title, line, node));
    return id;
  }

  /** Returns the effects of leaving the node: its visit count, where something asks for it. */
  #leaving(): ImportedEffect[] {
    return this.#context.visits(this.#node).map((target) => ({ op: "add", target, value: { lit: 1 }, when: [] }));
  }

  /** Writes a statement behind the calls of the game's functions in it, whose results it has from variables. */
  #asked(statement: Statement, next: string): string {
    const { declarations, losses, result } = this.#context;
    const game = new GameCalls(declarations, result);
    const { line } = statement.kind === "line" ? statement.said : statement;
    let entry = this.#statement(game.statement(statement), next);
    for (const { name, args, result: variable } of game.calls.toReversed()) {
      const message = `The function ${name} is asked of the game by a command, whose answer sets a variable`;
      losses.add("yarn_function", message, line);
      const parts = args.flatMap((arg, at): TextPart[] => {
        const quote = declarations.typeOf(arg) === "string" ? ['"'] : [];
        return [...(at === 0 ? [] : [", "]), ...quote, arg, ...quote];
      });
      const { text, effects } = new TextReader(textContext(this.#context), line).command([
        `call ${name}(`,
        ...parts,
        ")",
      ]);
      entry = this.#add("command", line, [way("auto", entry)], {
        ...saying(text),
        on_enter_effects: [...effects],
        extensions: { yarn: { result: variable } },
      });
    }
    return entry;
  }

  #statement(statement: Statement, next: string): string {
    const { line } = statement.kind === "line" ? statement.said : statement;
    const difference = this.#context.precision.difference(statement, expressionsOf(statement));
    if (difference !== null) this.#context.losses.add("yarn_precision", difference, line);
    switch (statement.kind) {
      case "line":
        return this.#guarded(statement.said, this.#line(statement.said, next), next, line);
      case "options":
        return this.#options(statement, next);
      case "group":
        return this.#group(statement, next);
      case "if":
        return this.#if(statement, next);
      case "once": {
        const guard: Guard = { condition: statement.condition, isOnce: true };
        return this.#guarded(guard, this.write(statement.body, next), this.write(statement.rest, next), line);
      }
      case "set":
        return this.#set(statement, next);
      case "jump":
        return this.#jump(statement.to, line, (target) => {
          const unwind = this.#context.hasDetours;
          const effects = [...this.#leaving(), ...(unwind ? this.#unwinding() : [])];
          return this.#add("jump", line, [{ ...way("auto", target), unwind, effects }]);
        });
      case "detour":
        return this.#detour(statement, next);
      case "return":
        return this.end(line, "return");
      case "stop":
        return this.#add("end", line, []);
      case "command":
        return this.#command(statement, next);
      default:
        return next;
    }
  }

  #line(said: YarnLine, next: string): string {
    const words = new TextReader(textContext(this.#context), said.line).line(said.parts, { isSpoken: true });
    const shadow = said.tags.find((tag) => tag.startsWith("shadow:"));
    const id = idOf(said);
    const own = { ...extensionOf(said, words), ...(shadow !== undefined && { shadow: shadow.slice(7) }) };
    return this.#add("line", said.line, [way("auto", next)], {
      ...saying(words.text),
      speaker_label: words.speaker,
      tags: said.tags.filter((tag) => tag !== id && tag !== shadow),
      on_enter_effects: [...words.effects],
      extensions: Object.keys(own).length === 0 ? {} : { yarn: own },
    });
  }

  /** Leads to a node and back; meanwhile the node it leads from counts as one that a jump can leave. */
  #detour({ to, line }: Statement & { kind: "jump" | "detour" }, next: string): string {
    const { name, title } = this.#node;
    const inside = [...new Set([name, title])].flatMap((each) => this.#context.inside.get(each)?.inside ?? []);
    const count = (op: "add" | "sub"): ImportedEffect[] =>
      inside.map((target) => ({ op, target, value: { lit: 1 }, when: [] }));
    const back =
      inside.length === 0
        ? next
        : this.#add("instruction", line, [way("auto", next)], { on_enter_effects: count("sub") });
    return this.#jump(to, line, (target) =>
      this.#add("detour", line, [way("auto", target), way("else", back)], { on_enter_effects: count("add") }),
    );
  }

  /** Returns the effects of a jump that ends detours: the nodes that they came from are left. */
  #unwinding(): ImportedEffect[] {
    return Array.from(this.#context.inside.values()).flatMap(({ inside, visits }): ImportedEffect[] => [
      { op: "add", target: visits, value: { var: inside }, when: [] },
      { op: "set", target: inside, value: { lit: 0 }, when: [] },
    ]);
  }

  /** Leads to something where a guard lets it, else to something else. */
  #guarded(guard: Guard, then: string, otherwise: string, line: number): string {
    if (guard.condition === null && !guard.isOnce) return then;
    const first: ImportedBranch = { ...way("auto", then), ...this.#guard(guard, line) };
    return this.#add("condition", line, [first, way("else", otherwise)]);
  }

  #guard({ condition, isOnce }: Guard, line: number): Pick<ImportedBranch, "conditions" | "repeat"> {
    const conditions = condition === null ? [] : this.#conditions(condition, line);
    return { conditions, repeat: isOnce ? "once" : "sticky" };
  }

  #conditions(condition: YarnExpression, line: number): Expression[] {
    return this.#context.values.conditions(condition).flatMap((each): Expression[] => {
      if (each === true) return [];
      if (each === false) return [{ lit: false }];
      if (each !== null && withinExpressionLimits(each)) return [each];
      this.#context.losses.add("yarn_condition", "A condition could not be converted and counts as not met", line);
      return [{ op: "opaque", format: "yarn", source: "…" }];
    });
  }

  #options({ options, isShown = true, line }: Statement & { kind: "options" }, next: string): string {
    const effects: ImportedEffect[] = [];
    // All options are texts of one card.
    const texts = textContext(this.#context);
    const branches = options.map(({ said, body }): ImportedBranch => {
      const words = new TextReader(texts, said.line).line(said.parts);
      effects.push(...words.effects);
      const own = extensionOf(said, words);
      return {
        ...way("choice", this.write(body, next)),
        ...this.#guard(said, said.line),
        ...offering(words.text),
        when_unavailable: isShown ? "disable" : "hide",
        extensions: Object.keys(own).length === 0 ? {} : { yarn: own },
      };
    });
    return this.#add("choice", line, [...branches, way("else", next)], { on_enter_effects: effects });
  }

  #group({ items, line }: Statement & { kind: "group" }, next: string): string {
    const branches = items.map(({ said, body }): ImportedBranch => {
      const { conditions, repeat } = this.#guard(said, said.line);
      const target = this.#line(said, this.write(body, next));
      // Being had once counts as one more condition.
      return { ...way("auto", target), repeat, conditions: said.isOnce ? [...conditions, { lit: true }] : conditions };
    });
    loseSalience(branches, line, this.#context.losses);
    return this.#chosen(this.#add("storylet_group", line, branches), next, line);
  }

  /** Leads into a group where it has something, else to something else. */
  #chosen(group: string, otherwise: string, line: number): string {
    const asks: Expression = { fn: "has_any_content", args: [{ ref: group }] };
    return this.#add("condition", line, [{ ...way("auto", group), conditions: [asks] }, way("else", otherwise)]);
  }

  #if({ clauses, rest, line }: Statement & { kind: "if" }, next: string): string {
    const branches = clauses.map(({ condition, body }): ImportedBranch => {
      const conditions = this.#conditions(condition, line);
      return { ...way("auto", this.write(body, next)), conditions };
    });
    return this.#add("condition", line, [...branches, way("else", this.write(rest, next))]);
  }

  #set({ name, op, value, line }: Statement & { kind: "set" }, next: string): string {
    const known = this.#context.values.value(value);
    const isCalculated = OPERATIONS[op];
    const expression = expressionOf(known);
    if (expression === null)
      this.#context.losses.add("yarn_value", `The value assigned to $${name} could not be converted`, line);
    const effect: ImportedEffect = {
      op: isCalculated ?? "set",
      target: name,
      value: expression ?? { op: "opaque", format: "yarn", source: name },
      when: [],
    };
    return this.#add("instruction", line, [way("auto", next)], { on_enter_effects: [effect] });
  }

  /** Leads to the node that an expression names: the one it is, or one of all by the value it has. */
  #jump(to: YarnExpression, line: number, make: (target: string) => string): string {
    const value = this.#context.values.value(to);
    if (value.kind === "constant") {
      const entry = this.#context.entries.get(String(value.value));
      if (entry !== undefined) return make(entry);
      this.#context.losses.add("yarn_no_node", `There is no node ${String(value.value)}`, line);
      return this.#add("jump", line, [{ ...way("auto", ""), target_key: String(value.value) }]);
    }
    const expression = expressionOf(value);
    if (expression === null || value.kind !== "expression" || value.type !== "string") {
      this.#context.losses.add("yarn_jump", "The target of a jump could not be converted", line);
      return this.end(line);
    }
    const branches = Array.from(this.#context.entries, ([title, entry]): ImportedBranch => {
      return { ...way("auto", make(entry)), conditions: [{ op: "eq", args: [expression, { lit: title }] }] };
    });
    return this.#add("condition", line, [...branches, way("else", this.end(line))]);
  }

  #command({ parts, tags, line }: Statement & { kind: "command" }, next: string): string {
    const { text, effects } = new TextReader(textContext(this.#context), line).command(parts);
    const more = { ...saying(text), tags: [...tags], on_enter_effects: [...effects] };
    return this.#add("command", line, [way("auto", next)], more);
  }
}

/** Context of the texts of one card, each of whose values has a variable of its own. */
function textContext({ values, losses, hold }: BodyContext): TextContext {
  const counts = { number: 0, string: 0 };
  return { values, losses, hold: (type) => hold(type, ++counts[type]) };
}

/** Tag that names a line, with its prefix; undefined where none does. */
function idOf({ tags }: YarnLine): string | undefined {
  return tags.find((tag) => tag.startsWith("line:"));
}

/** Name and markup of a line, which have no field of their own. */
function extensionOf(said: YarnLine, { markup }: SpokenText): JsonObject {
  const id = idOf(said);
  return { ...(id !== undefined && { line: id.slice(5) }), ...(markup.length > 0 && { markup: [...markup] }) };
}

const OPERATIONS: Readonly<Record<string, ImportedEffect["op"]>> = {
  "+=": "add",
  "-=": "sub",
  "*=": "mul",
  "/=": "div",
  "%=": "mod",
};

/** Yarn Spinner takes what was had least often first, and only of those the one with most conditions. */
export function loseSalience(branches: readonly ImportedBranch[], line: number, losses: Losses): void {
  if (new Set(branches.map(({ conditions }) => conditions.length)).size > 1) {
    losses.add(
      "yarn_saliency",
      "A line group always shows the item with the most conditions, even if it was shown before",
      line,
    );
  }
}

/** A branch to a draft. */
export function way(kind: BranchKind, target: string): ImportedBranch {
  return { ...NO_BRANCH, kind, target_key: target };
}
