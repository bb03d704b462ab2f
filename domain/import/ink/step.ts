import { ChoicePoint } from "inkjs/engine/ChoicePoint";
import { Container } from "inkjs/engine/Container";
import { ControlCommand } from "inkjs/engine/ControlCommand";
import { Divert } from "inkjs/engine/Divert";
import { Glue } from "inkjs/engine/Glue";
import { NativeFunctionCall } from "inkjs/engine/NativeFunctionCall";
import type { InkObject } from "inkjs/engine/Object";
import { Path } from "inkjs/engine/Path";
import { PushPopType } from "inkjs/engine/PushPop";
import {
  BoolValue,
  ListValue as CompiledList,
  DivertTargetValue,
  FloatValue,
  IntValue,
  StringValue,
  VariablePointerValue,
} from "inkjs/engine/Value";
import { VariableAssignment } from "inkjs/engine/VariableAssignment";
import { VariableReference } from "inkjs/engine/VariableReference";
import { Void } from "inkjs/engine/Void";
import { collectUses, type Expression, negate, walkExpression } from "../../expression.ts";
import {
  conditionOf,
  constant,
  countOf,
  expressionOf,
  operate,
  type ScriptType,
  type ScriptValue,
  typeOf,
  unreadValue,
  VOID,
} from "../script/values.ts";
import type { ImportedEffect, ReportSeverity } from "../story.ts";
import { listEffects } from "./list-effects.ts";
import type { ListItems, ListValue } from "./list-items.ts";
import { ListStep } from "./list-step.ts";
import { type Holds, hasItems, knownKeys } from "./list-values.ts";
import {
  askingFor,
  asksFor,
  contentAt,
  counts,
  currentFrame,
  type Pointer,
  placeAfter,
  placeAt,
  type ReadingState,
  type StackFrame,
  type StepResult,
  visitedByDivert,
  withFrame,
  withThread,
} from "./machine.ts";
import { clean, MARKED, markedName, pushGlue, pushText, takeSince, trimEnd } from "./output.ts";
import { pathOf } from "./paths.ts";
import { added, allAdded, templateOf } from "./templates.ts";
import type { InkVariables } from "./variables.ts";
import { wholeDivision } from "./whole-division.ts";
import { hasTags } from "./words.ts";

const { CommandType } = ControlCommand;

/** Context of reading a story, besides the story. */
export interface StepContext {
  readonly root: Container;
  readonly variables: InkVariables;
  /** Lists that the story declares. */
  readonly lists: ListItems;
  /** Whether a tunnel can return to another place than where it was begun. */
  readonly returnsElsewhere: (tunnel: Container) => boolean;
  readonly hasGlue: boolean;
  /** Whether a printed variable goes two ways: one where it is empty, first, and one where it is not. */
  readonly splitsEmpty?: boolean;
  /** Paths that divert targets are made of in the story. */
  readonly targets: readonly string[];
  /** Tells what could not be expressed, with the line it stands in. */
  readonly lose: (code: string, message: string, at: InkObject, severity?: ReportSeverity) => void;
}

/** Prefix of a variable's name whose target is decided where a divert reads it. */
const DECIDED = "$=";
/** Deeper calls than this are not followed. */
const MAX_DEPTH = 24;
/** Times that one choice is offered at once, each with values of its own. */
const MAX_OFFERS = 12;
/** More threads than this are not started out of one another; fewer where their values are known only in play. */
const MAX_THREADS = 48;
const MAX_OPEN_THREADS = 3;

/** Takes one step of a story, as its engine would, with values that are known only when it is played kept as expressions. */
export function step(state: ReadingState, context: StepContext): StepResult {
  return new Step(state, context).take();
}

class Step {
  #state: ReadingState;
  readonly #context: StepContext;
  readonly #effects: ImportedEffect[] = [];
  readonly #tags: string[] = [];
  readonly #visits: Container[] = [];

  constructor(state: ReadingState, context: StepContext) {
    this.#state = state;
    this.#context = context;
  }

  take(): StepResult {
    const at = currentFrame(this.#state)?.at ?? null;
    if (at === null) return this.#runOut();
    const content = contentAt(at);
    if (content instanceof Container) return this.#enter(content, at);
    if (content === undefined) return this.#next(at);
    if (content instanceof Divert) return this.#divert(content, at);
    if (content instanceof ControlCommand) return this.#command(content, at);
    if (content instanceof ChoicePoint) return this.#choice(content, at);
    if (content instanceof VariableAssignment) this.#assign(content);
    else if (content instanceof VariableReference) this.#push(this.#refer(content));
    else if (content instanceof NativeFunctionCall) {
      const ends = this.#shuffleEnds(content, at);
      if (ends !== null) return ends;
      this.#call(content);
    } else if (content instanceof Glue) this.#state = { ...this.#state, output: pushGlue(this.#state.output) };
    else if (this.#isEvaluating) this.#push(this.#valueOf(content));
    else if (content instanceof StringValue) this.#write(content.value ?? "");
    return this.#next(at);
  }

  get #isEvaluating(): boolean {
    return currentFrame(this.#state)?.isEvaluating ?? false;
  }

  #enter(container: Container, at: Pointer): StepResult {
    if (counts(container, true)) this.#visits.push(container);
    if (container.content.length === 0) return this.#next(at);
    this.#state = withFrame(this.#state, { at: { container, index: 0 } });
    return this.#on();
  }

  #on(isDiverted = false): StepResult {
    return {
      kind: "on",
      state: this.#state,
      effects: this.#effects,
      tags: this.#tags,
      visits: this.#visits,
      isDiverted,
    };
  }

  #next(at: Pointer): StepResult {
    const next = placeAfter(at);
    this.#state = withFrame(this.#state, { at: next });
    return next === null ? this.#runOut() : this.#on();
  }

  /** Ends the current container: a function returns, a thread ends, or the story waits for a choice. */
  #runOut(): StepResult {
    const frame = currentFrame(this.#state);
    if (frame?.kind === "function" && (this.#state.threads.at(-1)?.length ?? 0) > 1) {
      this.#pop();
      if (this.#isEvaluating) this.#push(VOID);
      return this.#onAfterCall();
    }
    if (this.#state.threads.length > 1) {
      this.#state = { ...this.#state, threads: this.#state.threads.slice(0, -1) };
      return this.#onAfterCall();
    }
    return { kind: "stop", state: this.#state, isEnd: false };
  }

  #onAfterCall(): StepResult {
    const at = currentFrame(this.#state)?.at ?? null;
    return at === null ? this.#runOut() : this.#next(at);
  }

  #pop(): void {
    const thread = this.#state.threads.at(-1) ?? [];
    const frame = thread.at(-1);
    if (frame?.kind === "function") {
      this.#state = { ...this.#state, output: trimEnd(this.#state.output, frame.start) };
    }
    this.#state = withThread(this.#state, thread.slice(0, -1));
  }

  #push(value: ScriptValue): void {
    this.#state = { ...this.#state, stack: [...this.#state.stack, value] };
  }

  #take(): ScriptValue {
    const value = this.#state.stack.at(-1) ?? VOID;
    this.#state = { ...this.#state, stack: this.#state.stack.slice(0, -1) };
    return value;
  }

  /** Adds an effect; what is under way and asks for the variable it changes keeps the value that was there before. */
  #put(effect: ImportedEffect): void {
    if (effect.target !== null) this.#preserve(effect.target);
    this.#effects.push(effect);
  }

  #preserve(name: string): void {
    const at = currentFrame(this.#state)?.at;
    const content = at === null || at === undefined ? undefined : contentAt(at);
    if (content === undefined || !asksFor(this.#state, name)) return;
    const kept = this.#context.variables.copyOf(name, content, (each) => asksFor(this.#state, each));
    if (kept === null) return;
    this.#effects.push({ op: "set", target: kept, value: { var: name }, when: [] });
    this.#state = askingFor(this.#state, name, kept);
  }

  /** The words of a string, with the values that stand in it: a text that is joined of them. */
  #text(words: string): ScriptValue {
    const parts = words.split(MARKED).map((part, at): Expression => (at % 2 === 1 ? { var: part } : { lit: part }));
    if (parts.length === 1) return constant(words, "string");
    const isText = (part: Expression) =>
      "lit" in part || ("var" in part && this.#context.variables.typeOf(part.var) === "string");
    const texts: Expression[] = [];
    for (const part of parts) {
      const before = texts.at(-1);
      if ("lit" in part && part.lit === "") continue;
      if (isText(part)) texts.push(part);
      else if (before !== undefined && "lit" in before) texts.splice(-1, 1, added(before, part));
      else texts.push(added({ lit: "" }, part));
    }
    return { kind: "expression", expression: allAdded(texts), type: "string" };
  }

  /** The text of a choice, with the values that stand in it. */
  #template(value: ScriptValue, at: InkObject): string {
    const expression = expressionOf(value);
    const words = expression === null ? null : templateOf(expression);
    if (words === null) this.#context.lose("ink_print", "A printed value could not be converted", at);
    return words ?? "{…}";
  }

  #write(text: string): void {
    const { output, start } = pushText(this.#state.output, text, currentFrame(this.#state)?.start ?? -1);
    const hasSpoken = start === -1 && (currentFrame(this.#state)?.start ?? -1) !== -1;
    this.#state = { ...this.#state, output };
    if (!hasSpoken) return;
    // What a function says is said by all functions it was called from.
    const thread = [...(this.#state.threads.at(-1) ?? [])];
    for (let at = thread.length - 1; at >= 0 && thread[at]?.kind === "function"; at--) {
      const frame = thread[at];
      if (frame !== undefined) thread[at] = { ...frame, start: -1 };
    }
    this.#state = withThread(this.#state, thread);
  }

  #valueOf(content: InkObject): ScriptValue {
    if (content instanceof BoolValue) return constant(content.value === true);
    if (content instanceof IntValue) return constant(content.value ?? 0, "int");
    if (content instanceof FloatValue) return constant(content.value ?? 0, "float");
    if (content instanceof StringValue) return constant(content.value ?? "");
    if (content instanceof DivertTargetValue) return { kind: "target", path: content.targetPath.toString() };
    if (content instanceof VariablePointerValue) {
      const name = content.variableName;
      return { kind: "pointer", name, frame: this.#frameOf(name) };
    }
    if (content instanceof Void) return VOID;
    return content instanceof CompiledList ? this.#context.lists.read(content) : unreadValue("value");
  }

  /** The frame that has a temporary variable: 0 for a variable of the story. */
  #frameOf(name: string): number {
    const thread = this.#state.threads.at(-1) ?? [];
    return Object.hasOwn(thread.at(-1)?.temporary ?? {}, name) ? thread.length : 0;
  }

  #divert(divert: Divert, at: Pointer): StepResult {
    if (divert.isConditional) {
      const value = this.#take();
      const condition = this.#condition(value);
      if (condition === false) return this.#next(at);
      if (condition !== true) {
        if (condition === null)
          this.#context.lose("ink_condition", "A condition could not be converted, so the story stops there", divert);
        const asked: Expression = condition ?? { op: "opaque", format: "ink", source: sourceOf(value) };
        // It leads into a container of its own, whose visits nobody can ask for.
        const ways = [
          { condition: asked, state: withFrame(this.#state, { at: this.#targetOf(divert) }) },
          // What is not known leads nowhere, neither on nor past it.
          {
            condition: condition === null ? negate(asked) : null,
            state: withFrame(this.#state, { at: placeAfter(at) }),
          },
        ];
        return { kind: "split", ways, isRandom: false };
      }
    }
    return this.#goTo(divert, at);
  }

  #goTo(divert: Divert, at: Pointer): StepResult {
    if (divert.isExternal) return this.#external(divert, at);
    const to = this.#targetOf(divert);
    if (to === null) {
      const ways = this.#waysOf(divert);
      if (ways.length > 0) return { kind: "split", ways, isRandom: false };
      this.#context.lose("ink_divert", "The target of a divert is known only during play", divert);
      return { kind: "stop", state: this.#state, isEnd: true };
    }
    if (!divert.pushesToStack) return this.#arrive(at, to);
    const isFunction = divert.stackPushType === PushPopType.Function;
    if (!isFunction && this.#isPlain() && !this.#context.returnsElsewhere(to.container)) return this.#detour(at, to);
    const thread = this.#state.threads.at(-1) ?? [];
    if (thread.length >= MAX_DEPTH) {
      this.#context.lose("ink_recursion", "Calls nested deeper are not followed", divert);
      this.#push(unreadValue("call"));
      return this.#next(at);
    }
    const frame: StackFrame = {
      kind: isFunction ? "function" : "tunnel",
      at: null,
      temporary: {},
      isEvaluating: false,
      start: isFunction ? this.#state.output.length : -1,
    };
    this.#state = withThread(this.#state, [...thread, frame]);
    return this.#arrive(at, to);
  }

  #arrive(from: Pointer, to: Pointer): StepResult {
    this.#state = withFrame(this.#state, { at: to });
    // Temporary variables end with their knot.
    const frame = currentFrame(this.#state);
    if (frame !== undefined && frame.kind !== "function" && knotOf(from) !== knotOf(to)) {
      this.#state = withFrame(this.#state, { temporary: {} });
    }
    this.#visits.push(...visitedByDivert(from, to));
    return this.#on(true);
  }

  /** The ways of a divert to the target that a variable of the story has: one for each target there is, decided there. */
  #waysOf({ variableDivertName: name }: Divert): { condition: Expression | null; state: ReadingState }[] {
    const value = name === null ? VOID : this.#lookUp(name);
    if (value.kind !== "expression" || value.type !== "target") return [];
    const { targets } = this.#context;
    return targets.map((path, at) => {
      const condition: Expression = { op: "eq", args: [value.expression, { lit: path }] };
      const temporary = {
        ...currentFrame(this.#state)?.temporary,
        [`${DECIDED}${name}`]: { kind: "target", path } as const,
      };
      return { condition: at === targets.length - 1 ? null : condition, state: withFrame(this.#state, { temporary }) };
    });
  }

  #targetOf(divert: Divert): Pointer | null {
    if (divert.variableDivertName !== null) {
      const name = divert.variableDivertName;
      const decided = this.#rawOrNull(`${DECIDED}${name}`, -1);
      const value = decided ?? this.#lookUp(name);
      if (name.startsWith("$")) this.#forget(name);
      if (decided !== null) this.#forget(`${DECIDED}${name}`);
      return value.kind === "target" ? placeAt(this.#context.root, new Path(value.path)) : null;
    }
    const { container, index } = divert.targetPointer;
    return container === null ? null : { container, index };
  }

  #forget(name: string): void {
    const kept = Object.entries(currentFrame(this.#state)?.temporary ?? {}).filter(([each]) => each !== name);
    this.#state = withFrame(this.#state, { temporary: Object.fromEntries(kept) });
  }

  /** Whether nothing is under way that a node could not remember. */
  #isPlain(): boolean {
    const { threads, stack, choices } = this.#state;
    return threads.length === 1 && threads[0]?.length === 1 && stack.length === 0 && choices.length === 0;
  }

  #detour(at: Pointer, to: Pointer): StepResult {
    const frame: StackFrame = { kind: "tunnel", at: to, temporary: {}, isEvaluating: false, start: -1 };
    const into: ReadingState = { threads: [[frame]], stack: [], output: [], choices: [] };
    const behind = withFrame(this.#state, { at: placeAfter(at) });
    const inline = withThread(this.#state, [...(this.#state.threads.at(-1) ?? []), frame]);
    return { kind: "detour", into, behind, inline, visits: visitedByDivert(at, to) };
  }

  #external(divert: Divert, at: Pointer): StepResult {
    const name = divert.targetPathString ?? "";
    const fallback = this.#context.root.namedContent.get(name);
    if (fallback instanceof Container) {
      const thread = this.#state.threads.at(-1) ?? [];
      const frame: StackFrame = {
        kind: "function",
        at: null,
        temporary: {},
        isEvaluating: false,
        start: this.#state.output.length,
      };
      this.#state = withThread(this.#state, [...thread, frame]);
      return this.#arrive(at, { container: fallback, index: 0 });
    }
    const given = Array.from({ length: divert.externalArgs }, () => this.#take()).reverse();
    const words = given.map((each) => (each.kind === "constant" ? JSON.stringify(each.value) : "…"));
    this.#effects.push({ op: "command", target: null, value: { lit: `${name}(${words.join(", ")})` }, when: [] });
    this.#context.lose("ink_external", `The game is told about ${name}, but its answer is not used`, divert);
    this.#push(unreadValue(name));
    return this.#next(at);
  }

  #command(command: ControlCommand, at: Pointer): StepResult {
    switch (command.commandType) {
      case CommandType.EvalStart:
        this.#state = withFrame(this.#state, { isEvaluating: true });
        return this.#next(at);
      case CommandType.EvalEnd:
        this.#state = withFrame(this.#state, { isEvaluating: false });
        return this.#next(at);
      case CommandType.EvalOutput:
        return this.#print(command, at);
      case CommandType.Duplicate:
        this.#push(this.#state.stack.at(-1) ?? VOID);
        return this.#next(at);
      case CommandType.PopEvaluatedValue:
        this.#take();
        return this.#next(at);
      case CommandType.PopFunction:
      case CommandType.PopTunnel:
        return this.#return(command, at);
      case CommandType.BeginString:
        this.#state = withFrame(
          { ...this.#state, output: [...this.#state.output, { kind: "begin" }] },
          { isEvaluating: false },
        );
        return this.#next(at);
      case CommandType.EndString: {
        const { words, output } = takeSince(this.#state.output, "begin");
        this.#state = withFrame({ ...this.#state, output }, { isEvaluating: true });
        this.#push(this.#text(words));
        return this.#next(at);
      }
      case CommandType.BeginTag:
        this.#state = { ...this.#state, output: [...this.#state.output, { kind: "tag" }] };
        return this.#next(at);
      case CommandType.EndTag: {
        const { words, output } = takeSince(this.#state.output, "tag");
        this.#state = { ...this.#state, output };
        if (output.some(({ kind }) => kind === "begin")) {
          this.#context.lose("ink_tag", "A tag of a choice is left out", command);
        } else {
          if (MARKED.test(words)) this.#context.lose("ink_tag", "A value in a tag is not worked out", command);
          this.#tags.push(clean(words.replace(MARKED, "{$1}")));
        }
        return this.#next(at);
      }
      case CommandType.Done:
        if (this.#state.threads.length > 1) {
          this.#state = { ...this.#state, threads: this.#state.threads.slice(0, -1) };
          return this.#onAfterCall();
        }
        return { kind: "stop", state: this.#state, isEnd: false };
      case CommandType.End:
        return { kind: "stop", state: this.#state, isEnd: true };
      case CommandType.StartThread: {
        const divert = placeAfter(at);
        this.#state = withFrame(this.#state, { at: divert });
        if (this.#isDeepThread(divert)) {
          this.#context.lose("ink_recursion", "Threads that start one another are not followed", command);
          return { kind: "stop", state: { ...this.#state, stack: [] }, isEnd: false };
        }
        this.#state = { ...this.#state, threads: [...this.#state.threads, this.#state.threads.at(-1) ?? []] };
        return this.#on();
      }
      case CommandType.NoOp:
        return this.#next(at);
      case CommandType.SequenceShuffleIndex:
        return this.#shuffle(command, at);
      default:
        this.#push(this.#asked(command));
        return this.#next(at);
    }
  }

  /** A value as something that holds or does not: in ink a list holds that is not empty. */
  #condition(value: ScriptValue): Holds | null {
    const list = this.#listOf(value);
    return list === null ? conditionOf(value) : hasItems(list);
  }

  /** A value as a list; null where it is none. */
  #listOf(value: ScriptValue): ListValue | null {
    if (value.kind === "list") return value;
    if (value.kind !== "expression" || value.type !== "list" || !("var" in value.expression)) return null;
    const { var: name } = value.expression;
    return this.#context.variables.shapeOf(name)?.valueOf(name) ?? null;
  }

  /** Returns the value that a command reads from the story. */
  #asked(command: ControlCommand): ScriptValue {
    const call = (fn: "choice_count" | "turns"): ScriptValue => ({
      kind: "expression",
      expression: { fn, args: [] },
      type: "int",
    });
    switch (command.commandType) {
      case CommandType.ChoiceCount:
        // What was collected on the way stands before all that a node offers.
        return call("choice_count");
      case CommandType.Turns:
        this.#loseTurns(command);
        return call("turns");
      case CommandType.VisitIndex: {
        const container = currentFrame(this.#state)?.at?.container;
        if (container === undefined) return unreadValue("visit");
        return { kind: "turn", of: pathOf(container), at: null };
      }
      case CommandType.TurnsSince:
      case CommandType.ReadCount: {
        const target = this.#take();
        const place = target.kind === "target" ? placeAt(this.#context.root, new Path(target.path)) : null;
        if (place === null) return unreadValue("TURNS_SINCE");
        const path = pathOf(place.container);
        if (command.commandType === CommandType.ReadCount) return countOf(path);
        this.#loseTurns(command);
        return { kind: "expression", expression: { fn: "turns_since", args: [{ ref: path }] }, type: "int" };
      }
      case CommandType.Random: {
        const [most, least] = [expressionOf(this.#take()), expressionOf(this.#take())];
        if (most === null || least === null) return unreadValue("RANDOM");
        this.#context.lose("ink_random", "Random numbers differ from those in ink, with the same chances", command);
        return this.#held(
          { kind: "expression", expression: { fn: "random", args: [least, most] }, type: "int" },
          command,
        );
      }
      case CommandType.SeedRandom:
        this.#take();
        this.#context.lose("ink_seed", "Each playthrough has its own random seed", command);
        return VOID;
      case CommandType.ListFromInt: {
        const [number, list] = [this.#take(), this.#take()];
        const name = list.kind === "constant" ? String(list.value) : "";
        return this.#lists.numbered(name, number, command) ?? this.#loseList("A number of a list", command);
      }
      case CommandType.ListRange: {
        const [most, least, list] = [this.#take(), this.#take(), this.#take()];
        return (
          this.#lists.between(list, least, most) ?? this.#loseList("LIST_RANGE between values of variables", command)
        );
      }
      case CommandType.ListRandom:
        return this.#lists.drawn(this.#take(), command) ?? this.#loseList("LIST_RANDOM", command);
      default:
        return unreadValue("command");
    }
  }

  /** Whether a thread was started so often out of itself that it is followed no further: soon, where only play can end it. */
  #isDeepThread(divert: Pointer | null): boolean {
    const { threads } = this.#state;
    const isSame = (at: Pointer | null | undefined) =>
      at?.container === divert?.container && at?.index === divert?.index;
    const depth = threads.filter((thread) => isSame(thread.at(-1)?.at)).length;
    const values = Object.values(currentFrame(this.#state)?.temporary ?? {});
    return depth > (values.some(({ kind }) => kind === "expression") ? MAX_OPEN_THREADS : MAX_THREADS);
  }

  /** Operations on lists, with effects of this step where a value has to be worked out first. */
  get #lists(): ListStep {
    return new ListStep({
      lists: this.#context.lists,
      listOf: (value) => this.#listOf(value),
      hold: (type, at, of) => this.#context.variables.hold(at, type, of),
      put: (effect) => this.#put(effect),
      assign: (name, value) => this.#change(name, value, "list"),
      grow: (name, value) => this.#context.variables.grow(name, value),
      shapeOf: (name) => this.#context.variables.shapeOf(name),
      lose: (code, message, at) => this.#context.lose(code, message, at),
    });
  }

  #loseList(what: string, at: InkObject): ScriptValue {
    this.#context.lose("ink_list", `${what} could not be converted`, at);
    return unreadValue("list");
  }

  #loseTurns(at: InkObject): void {
    this.#context.lose("ink_turns", "Turns count every step of the reader; in ink they count only choices", at);
  }

  /** The test whether a shuffled sequence came to its end, after which it stays at one text; null for anything else. */
  #shuffleEnds({ name }: NativeFunctionCall, { container, index }: Pointer): StepResult | null {
    const [divert, , draw] = container.content.slice(index + 1);
    const isShuffle = draw instanceof ControlCommand && draw.commandType === CommandType.SequenceShuffleIndex;
    if (name !== "==" || !(divert instanceof Divert) || !isShuffle) return null;
    const last = this.#take();
    const turn = this.#take();
    const count = last.kind === "constant" ? Number(last.value) : 0;
    if (turn.kind !== "turn") return this.#next({ container, index });
    this.#take();
    const before = this.#state;
    const wayTo = (value: ScriptValue, at: Pointer | null) =>
      withFrame({ ...before, stack: [...before.stack, value] }, { at });
    const condition: Expression = { op: "gt", args: [countOf(turn.of).expression, { lit: count }] };
    const ways = [
      { condition, state: wayTo(constant(count, "int"), this.#targetOf(divert)) },
      { condition: null, state: wayTo(turn, placeAfter({ container, index: index + 1 })) },
    ];
    return { kind: "split", ways, isRandom: false };
  }

  /** A sequence that is shuffled: one of its texts, drawn. */
  #shuffle(command: ControlCommand, at: Pointer): StepResult {
    const of = this.#take();
    this.#take();
    const next = placeAfter(at);
    const length = of.kind === "constant" ? Number(of.value) : 0;
    this.#context.lose(
      "ink_shuffle",
      "Shuffled texts are drawn each time, so one can repeat before all were shown",
      command,
    );
    const ways = Array.from({ length }, (_, index) => {
      const state: ReadingState = { ...this.#state, stack: [...this.#state.stack, constant(index, "int")] };
      return { condition: null, state: withFrame(state, { at: next }) };
    });
    return { kind: "split", ways, isRandom: true };
  }

  #print(command: ControlCommand, at: Pointer): StepResult {
    const value = this.#take();
    if (value.kind === "void") return this.#next(at);
    const list = this.#listOf(value);
    const empty = this.#context.splitsEmpty === true ? this.#emptyWhen(value, list) : null;
    if (empty !== null) {
      const next = placeAfter(at);
      const printed = new Step(withFrame(this.#state, { at: next }), this.#context);
      printed.#write(markedName(empty.name));
      const ways = [
        { condition: empty.condition, state: withFrame(this.#state, { at: next }) },
        { condition: null, state: printed.#state },
      ];
      return { kind: "split", ways, isRandom: false };
    }
    if (list !== null) {
      this.#write(this.#lists.words(value, list, command));
      return this.#next(at);
    }
    if (value.kind === "constant") {
      this.#write(typeof value.value === "number" ? String(value.value) : `${value.value}`);
      return this.#next(at);
    }
    if (value.kind === "expression" && value.type === "bool") {
      const next = placeAfter(at);
      const said = (words: string) => {
        const printed = new Step(withFrame(this.#state, { at: next }), this.#context);
        printed.#write(words);
        return printed.#state;
      };
      const ways = [
        { condition: value.expression, state: said("true") },
        { condition: null, state: said("false") },
      ];
      return { kind: "split", ways, isRandom: false };
    }
    const held = value.kind === "expression" ? this.#held(value, command) : value;
    const name = held.kind === "expression" && "var" in held.expression ? held.expression.var : null;
    if (name === null) this.#context.lose("ink_print", "A printed value could not be converted", command);
    this.#write(name === null ? "{…}" : markedName(name));
    return this.#next(at);
  }

  /** A variable that can be empty, and what holds where it is; null for any other value. */
  #emptyWhen(value: ScriptValue, list: ListValue | null): { name: string; condition: Expression } | null {
    if (value.kind !== "expression" || !("var" in value.expression)) return null;
    const { var: name } = value.expression;
    if (list === null) return value.type === "string" ? { name, condition: isEmpty(name) } : null;
    const holds = hasItems(list);
    const isPrinted = this.#context.variables.shapeOf(name)?.isPrinted !== false;
    return typeof holds === "boolean" || !isPrinted ? null : { name, condition: negate(holds) };
  }

  /** A value that is worked out now, in a variable of its own; one that is a variable stays that. */
  #held(value: ScriptValue & { kind: "expression" }, at: InkObject): ScriptValue {
    if ("var" in value.expression) return value;
    if (asksForChoices(value.expression)) {
      this.#context.lose("ink_choice_count", "CHOICE_COUNT works only in the conditions of choices", at);
      return unreadValue("CHOICE_COUNT");
    }
    const name = this.#context.variables.hold(at, value.type);
    this.#put({ op: "set", target: name, value: value.expression, when: [] });
    return { kind: "expression", expression: { var: name }, type: value.type };
  }

  #return(command: ControlCommand, at: Pointer): StepResult {
    const kind = command.commandType === CommandType.PopFunction ? "function" : "tunnel";
    const override = kind === "tunnel" ? this.#take() : VOID;
    const thread = this.#state.threads.at(-1) ?? [];
    const frame = thread.at(-1);
    if (frame?.kind !== kind) {
      this.#context.lose("ink_return", "There is nothing to return to", command);
      return { kind: "stop", state: this.#state, isEnd: true };
    }
    if (thread.length === 1) {
      if (override.kind === "target")
        this.#context.lose("ink_onwards", "A tunnel returns to where it started", command);
      return { kind: "return" };
    }
    this.#pop();
    const to = override.kind === "target" ? placeAt(this.#context.root, new Path(override.path)) : null;
    return to === null ? this.#onAfterCall() : this.#arrive(at, to);
  }

  #choice(point: ChoicePoint, at: Pointer): StepResult {
    const conditions: Expression[] = [];
    let isOpen = true;
    if (point.hasCondition) {
      const value = this.#take();
      const condition = this.#condition(value);
      if (condition === null)
        this.#context.lose("ink_condition", "A condition could not be converted, so its choice is not offered", point);
      if (condition === false) isOpen = false;
      else if (condition !== true)
        conditions.push(condition ?? { op: "opaque", format: "ink", source: sourceOf(value) });
    }
    const only = point.hasChoiceOnlyContent ? this.#take() : constant("");
    const start = point.hasStartContent ? this.#take() : constant("");
    const words = [start, only].map((each) => this.#template(each, point)).join("");
    if (isOpen && this.#isOften(point)) {
      this.#context.lose("ink_choices", `A choice is offered at most ${MAX_OFFERS} times at once`, point);
    } else if (isOpen) {
      const frames = this.#state.threads.at(-1) ?? [];
      const choice = { point, guards: conditions, text: clean(words.replaceAll("\n", " ")), frames };
      this.#state = { ...this.#state, choices: [...this.#state.choices, choice] };
    }
    return this.#next(at);
  }

  /** Whether a choice was come by so often, in threads or a loop, that no more of it is offered. */
  #isOften(point: ChoicePoint): boolean {
    const { choices } = this.#state;
    return choices.length >= MAX_OFFERS && choices.filter((each) => each.point === point).length >= MAX_OFFERS;
  }

  #call(call: NativeFunctionCall): void {
    const operands = Array.from({ length: call.numberOfParameters }, () => this.#take()).reverse();
    const name = call.name ?? "";
    if (operands.some((each) => this.#listOf(each) !== null)) {
      this.#push(this.#lists.call(name, operands, call) ?? this.#loseList(`The operation ${name} of a list`, call));
      return;
    }
    if (name === "/" || name === "%") this.#loseDivision(operands[1] ?? VOID, call);
    const result = operate(name, operands);
    const isWhole = name === "/" && result.kind === "expression" && result.type === "int";
    this.#push(isWhole ? this.#divided(operands, call) : result);
  }

  /** A division of whole numbers: the next whole number below, as the engine rounds, also for what is below zero. */
  #divided([of, by]: readonly ScriptValue[], call: InkObject): ScriptValue {
    const [whole, part] = [of, by].map((each) => (each === undefined ? null : expressionOf(each)));
    if (whole === null || part === null || whole === undefined || part === undefined) return unreadValue("/");
    const { variables: asked } = collectUses({ op: "all", args: [whole, part] });
    const name = this.#context.variables.fresh(call, "int", "", (each) => asked.has(each));
    for (const effect of wholeDivision(name, whole, part)) this.#put(effect);
    return { kind: "expression", expression: { var: name }, type: "int" };
  }

  /** Tells of a division that can be by 0: a remark where only play shows it, since most never are. */
  #loseDivision(by: ScriptValue, call: InkObject): void {
    if (by.kind === "constant" && by.value === 0)
      this.#context.lose("ink_division", "A division by 0 is Infinity in ink, or stops the story", call);
    else if (by.kind === "expression")
      this.#context.lose(
        "ink_division",
        "A division by a variable that is 0 has another result than Infinity in ink",
        call,
        "info",
      );
  }

  #refer(reference: VariableReference): ScriptValue {
    if (reference.pathForCount !== null) {
      const container = reference.containerForCount;
      return container === null ? unreadValue("count") : countOf(pathOf(container));
    }
    return this.#lookUp(reference.name ?? "");
  }

  #lookUp(name: string): ScriptValue {
    const value = this.#raw(name, -1);
    return value.kind === "pointer" ? this.#raw(value.name, value.frame) : value;
  }

  #raw(name: string, frame: number): ScriptValue {
    const { variables } = this.#context;
    const thread = this.#state.threads.at(-1) ?? [];
    if (frame <= 0) {
      const global = variables.global(name) ?? this.#context.lists.named(name);
      if (global !== null) return global;
    }
    const { temporary = {} } = (frame > 0 ? thread[frame - 1] : thread.at(-1)) ?? {};
    if (Object.hasOwn(temporary, name)) return temporary[name] ?? VOID;
    this.#loseHere("ink_variable", `The variable ${name} has no value here`);
    return unreadValue(name);
  }

  /** Tells of something that is lost at the place that is read. */
  #loseHere(code: string, message: string): void {
    const at = currentFrame(this.#state)?.at;
    const content = at === null || at === undefined ? undefined : contentAt(at);
    if (content !== undefined) this.#context.lose(code, message, content);
  }

  #assign({ variableName, isNewDeclaration, isGlobal }: VariableAssignment): void {
    const value = this.#take();
    let name = variableName ?? "";
    let frame = -1;
    const { variables } = this.#context;
    let toGlobal = isNewDeclaration ? isGlobal : variables.has(name);
    if (!isNewDeclaration) {
      for (let hops = 0; hops < MAX_DEPTH; hops++) {
        const before = toGlobal && frame <= 0 ? null : this.#rawOrNull(name, frame);
        if (before?.kind !== "pointer") break;
        name = before.name;
        frame = before.frame;
        toGlobal = frame === 0;
      }
    }
    if (toGlobal) this.#set(name, value);
    else this.#keep(name, frame, value, isNewDeclaration);
  }

  #rawOrNull(name: string, frame: number): ScriptValue | null {
    const thread = this.#state.threads.at(-1) ?? [];
    const { temporary = {} } = (frame > 0 ? thread[frame - 1] : thread.at(-1)) ?? {};
    return Object.hasOwn(temporary, name) ? (temporary[name] ?? null) : null;
  }

  /**
   * A temporary variable: known while it is read in a function or is what a thread was started with, and a variable of the story
   * elsewhere, where it can be long-lived.
   */
  #keep(name: string, frame: number, value: ScriptValue, isNew: boolean): void {
    const { variables } = this.#context;
    const thread = this.#state.threads.at(-1) ?? [];
    const at = frame > 0 ? frame - 1 : thread.length - 1;
    const owner = thread[at];
    if (owner === undefined) return;
    const resolved = value.kind === "pointer" ? this.#resolved(value) : value;
    const isBrief = owner.kind === "function" || (isNew && this.#state.threads.length > 1);
    let kept = resolved;
    const isKnown = resolved.kind === "constant" || (resolved.kind === "list" && knownKeys(resolved) !== null);
    if (resolved.kind === "expression" || (isKnown && !isBrief) || (resolved.kind === "list" && !isKnown)) {
      const held = variables.temporary(owner, name, at, resolved, (full) => isOthers(this.#state, full));
      if (held.isShared) this.#loseHere("ink_temporary", "Calls under way share a temporary variable");
      this.#change(held.name, resolved, held.type);
      kept = { kind: "expression", expression: { var: held.name }, type: held.type };
    }
    const now = this.#state.threads.at(-1) ?? [];
    const changed = now.map((each, index) => {
      return index === at ? { ...each, temporary: { ...each.temporary, [name]: kept } } : each;
    });
    this.#state = withThread(this.#state, changed);
  }

  #resolved(pointer: ScriptValue & { kind: "pointer" }): ScriptValue {
    if (pointer.frame === 0) return pointer;
    const value = this.#rawOrNull(pointer.name, pointer.frame);
    return value?.kind === "pointer" ? value : pointer;
  }

  #set(name: string, value: ScriptValue): void {
    const type = this.#context.variables.typeOf(name);
    if (type !== null) this.#change(name, value, type);
  }

  /** Gives a variable of the story a value. */
  #change(name: string, value: ScriptValue, type: ScriptType): void {
    const { variables } = this.#context;
    const [list, shape] = [this.#listOf(value), variables.shapeOf(name)];
    if (list !== null && shape !== null) {
      variables.grow(name, list);
      const at = currentFrame(this.#state)?.at ?? null;
      const content = at === null ? undefined : contentAt(at);
      const copy = () =>
        (content === undefined ? null : variables.copyOf(name, content, (each) => asksFor(this.#state, each))) ?? name;
      for (const effect of listEffects(name, shape, list, copy)) this.#put(effect);
      return;
    }
    const expression = expressionOf(fitted(value, type));
    if (type === "string" && expression !== null && hasTags(templateOf(expression) ?? ""))
      this.#loseHere("ink_html_value", "Tags of HTML in the value of a variable are read as they are written");
    if (expression === null) {
      this.#loseHere("ink_value", `The value assigned to ${name} could not be converted`);
      const kept: Expression = { op: "opaque", format: "ink", source: sourceOf(value) };
      this.#put({ op: "set", target: name, value: kept, when: [] });
      return;
    }
    if (
      "op" in expression &&
      expression.op === "arith" &&
      "var" in expression.args[0] &&
      expression.args[0].var === name
    ) {
      const { fn, args } = expression;
      this.#put({ op: fn, target: name, value: args[1], when: [] });
      return;
    }
    this.#put({ op: "set", target: name, value: expression, when: [] });
  }
}

/** A value as a variable of a type takes it; unread where it does not fit. */
function fitted(value: ScriptValue, type: ScriptType): ScriptValue {
  const given = typeOf(value);
  if (value.kind === "turn") return unreadValue("sequence");
  if (value.kind === "target") return type === "target" ? constant(value.path, "target") : unreadValue("a target");
  if (given === type || (given === "int" && type === "float")) return value;
  if (value.kind === "constant" && type === "int" && given === "bool")
    return constant(value.value === true ? 1 : 0, "int");
  return unreadValue(`a ${given} for a ${type}`);
}

/** Whether a frame of another thread, or one that a choice goes on with, keeps a value in a variable. */
function isOthers({ threads, choices }: ReadingState, name: string): boolean {
  const keeps = (frame: StackFrame) =>
    Object.values(frame.temporary).some(
      (each) => each.kind === "expression" && "var" in each.expression && each.expression.var === name,
    );
  return threads.slice(0, -1).some((thread) => thread.some(keeps)) || choices.some(({ frames }) => frames.some(keeps));
}

function isEmpty(name: string): Expression {
  return { op: "eq", args: [{ var: name }, { lit: "" }] };
}

function asksForChoices(expression: Expression): boolean {
  let found = false;
  walkExpression(expression, (part) => {
    if ("fn" in part && part.fn === "choice_count") found = true;
  });
  return found;
}

function sourceOf(value: ScriptValue): string {
  return value.kind === "unread" ? value.source : value.kind;
}

function knotOf({ container }: Pointer): string {
  return pathOf(container).split(".")[0] ?? "";
}
