import type { ChoicePoint } from "inkjs/engine/ChoicePoint";
import { Container } from "inkjs/engine/Container";
import type { InkObject } from "inkjs/engine/Object";
import type { Path } from "inkjs/engine/Path";
import { collectUses, type Expression, mapReferences, walkExpression } from "../../expression.ts";
import type { ScriptValue } from "../script/values.ts";
import type { ImportedEffect } from "../story.ts";
import { markedName, type Output } from "./output.ts";
import { indexOf, pathOf } from "./paths.ts";

/** A place in a compiled story; the index -1 is the container itself. */
export interface Pointer {
  readonly container: Container;
  readonly index: number;
}

/** One element of the call stack. */
export interface StackFrame {
  readonly kind: "flow" | "tunnel" | "function";
  readonly at: Pointer | null;
  /** Temporary variables that are known while the story is read; others are variables of the story. */
  readonly temporary: Readonly<Record<string, ScriptValue>>;
  /** Whether values are worked out, and not text written. */
  readonly isEvaluating: boolean;
  /** Index in the output at which a function began, -1 once it has written text. */
  readonly start: number;
}

/** A choice that was come by, with what has to hold for it besides. */
export interface CollectedChoice {
  readonly point: ChoicePoint;
  readonly guards: readonly Expression[];
  readonly text: string;
  /** The call stack it goes on with. */
  readonly frames: readonly StackFrame[];
}

/** State of reading a story. It is never changed in place. */
export interface ReadingState {
  /** Threads, the one that runs last, each a call stack with its innermost element last. */
  readonly threads: readonly (readonly StackFrame[])[];
  readonly stack: readonly ScriptValue[];
  readonly output: Output;
  readonly choices: readonly CollectedChoice[];
}

/** A way that a story can go on, and what decides for it; null where it is the last that is left. */
export interface Way {
  readonly condition: Expression | null;
  readonly state: ReadingState;
}

/** Result of one step of a story. */
export type StepResult =
  | {
      readonly kind: "on";
      readonly state: ReadingState;
      readonly effects: readonly ImportedEffect[];
      /** Tags that end here. */
      readonly tags: readonly string[];
      /** Containers whose visits go up. */
      readonly visits: readonly Container[];
      /** Whether it came to its next place by a divert. */
      readonly isDiverted: boolean;
    }
  | { readonly kind: "split"; readonly ways: readonly Way[]; readonly isRandom: boolean }
  | {
      /** A tunnel that can be a detour: into a state of its own, and on behind it. */
      readonly kind: "detour";
      readonly into: ReadingState;
      readonly behind: ReadingState;
      /** The state where it is carried out in place instead. */
      readonly inline: ReadingState;
      readonly visits: readonly Container[];
    }
  | { readonly kind: "return" }
  | { readonly kind: "stop"; readonly state: ReadingState; readonly isEnd: boolean };

export function currentFrame({ threads }: ReadingState): StackFrame | undefined {
  return threads.at(-1)?.at(-1);
}

/** A state with its innermost frame changed. */
export function withFrame(state: ReadingState, change: Partial<StackFrame>): ReadingState {
  const thread = state.threads.at(-1) ?? [];
  const frame = thread.at(-1);
  if (frame === undefined) return state;
  return withThread(state, [...thread.slice(0, -1), { ...frame, ...change }]);
}

/** A state with the call stack of the thread that runs. */
export function withThread(state: ReadingState, thread: readonly StackFrame[]): ReadingState {
  return { ...state, threads: [...state.threads.slice(0, -1), thread] };
}

/** Returns the object at a pointer; undefined past the end of its container. */
export function contentAt({ container, index }: Pointer): InkObject | undefined {
  return index < 0 ? container : container.content[index];
}

/** The next place after one: behind it in its container, or behind that; null where there is nothing more. */
export function placeAfter({ container, index }: Pointer): Pointer | null {
  let next: Pointer = { container, index: index + 1 };
  while (next.index >= next.container.content.length) {
    const { parent } = next.container;
    if (!(parent instanceof Container)) return null;
    const at = indexOf(next.container);
    if (at === -1) return null;
    next = { container: parent, index: at + 1 };
  }
  return next;
}

/** The place a path leads to. */
export function placeAt(root: Container, path: Path): Pointer | null {
  const last = path.lastComponent;
  if (last === null) return null;
  if (last.isIndex) {
    const { container } = root.ContentAtPath(path, undefined, path.length - 1);
    return container === null ? null : { container, index: last.index };
  }
  const { container } = root.ContentAtPath(path);
  return container === null ? null : { container, index: 0 };
}

/**
 * The containers whose visits go up by a divert from one place to another (inkjs, `VisitChangedContainersDueToDivert`): those that are
 * newly come into, and those that are entered at their start.
 */
export function visitedByDivert(from: Pointer | null, to: Pointer): Container[] {
  if (to.index === -1) return [];
  const before = new Set<unknown>();
  const previous = from === null ? undefined : contentAt(from);
  for (
    let each: unknown = previous instanceof Container ? previous : from?.container;
    each instanceof Container;
    each = each.parent
  ) {
    before.add(each);
  }
  const visited: Container[] = [];
  let child: InkObject | null = contentAt(to) ?? null;
  let isAtStart = true;
  for (
    let each: InkObject | null = to.container;
    each instanceof Container && (!before.has(each) || each.countingAtStartOnly);
    each = each.parent
  ) {
    isAtStart = isAtStart && each.content.length > 0 && child === each.content[0];
    if (counts(each, isAtStart)) visited.push(each);
    child = each;
  }
  return visited;
}

/** Whether coming into a container is counted. */
export function counts(container: Container, isAtStart: boolean): boolean {
  if (container.countingAtStartOnly && !isAtStart) return false;
  return container.visitsShouldBeCounted || container.turnIndexShouldBeCounted;
}

/** Whether the unfinished line, values that are worked out or choices that were collected ask for a variable. */
export function asksFor({ output, stack, choices }: ReadingState, name: string): boolean {
  const prints = (text: string) => text.includes(markedName(name));
  const asks = (expression: Expression) => collectUses(expression).variables.has(name);
  return (
    output.some((token) => token.kind === "text" && prints(token.text)) ||
    stack.some((value) => expressionsIn(value).some(asks)) ||
    choices.some(({ text, guards }) => prints(text) || guards.some(asks))
  );
}

/** Calls that values and choices ask about the visits of a container, each once. */
export function callsOf({ stack, choices }: ReadingState, path: string): Expression[] {
  const calls = new Map<string, Expression>();
  for (const expression of [...stack.flatMap(expressionsIn), ...choices.flatMap(({ guards }) => guards)]) {
    walkExpression(expression, (part) => {
      if ("fn" in part && !("op" in part) && part.args.some((arg) => "ref" in arg && arg.ref === path))
        calls.set(JSON.stringify(part), part);
    });
  }
  return [...calls.values()];
}

/** The state with values and choices asking for something else instead of a call. */
export function askingInstead(state: ReadingState, call: Expression, other: Expression): ReadingState {
  const words = JSON.stringify(call);
  const asked = (expression: Expression): Expression => {
    if (!("args" in expression)) return expression;
    if (JSON.stringify(expression) === words) return other;
    return { ...expression, args: expression.args.map(asked) } as Expression;
  };
  return withExpressions(state, asked);
}

function withExpressions(state: ReadingState, asked: (expression: Expression) => Expression): ReadingState {
  return {
    ...state,
    stack: state.stack.map((value) => {
      if (value.kind === "expression") return { ...value, expression: asked(value.expression) };
      if (value.kind !== "list") return value;
      const items = Object.entries(value.items).map(([key, holds]) => [key, holds === true ? holds : asked(holds)]);
      return { ...value, items: Object.fromEntries(items) };
    }),
    choices: state.choices.map((choice) => ({ ...choice, guards: choice.guards.map(asked) })),
  };
}

function expressionsIn(value: ScriptValue): Expression[] {
  if (value.kind === "expression") return [value.expression];
  return value.kind === "list" ? Object.values(value.items).filter((each) => each !== true) : [];
}

/** The state with all of that asking for another variable. */
export function askingFor(state: ReadingState, name: string, other: string): ReadingState {
  const words = (text: string) => text.replaceAll(markedName(name), markedName(other));
  const asked = (expression: Expression) =>
    mapReferences(expression, { variable: (each) => (each === name ? other : each) });
  const renamed = withExpressions(state, asked);
  return {
    ...renamed,
    output: state.output.map((token) => (token.kind === "text" ? { ...token, text: words(token.text) } : token)),
    choices: renamed.choices.map((choice) => ({ ...choice, text: words(choice.text) })),
  };
}

/** Returns a text that identifies a state among all others. */
export function keyOf(state: ReadingState): string {
  return JSON.stringify([
    state.threads.map((thread) => thread.map(frameKey)),
    state.stack,
    state.output,
    state.choices.map(({ point, guards, text, frames }) => [point.path.toString(), guards, text, frames.map(frameKey)]),
  ]);
}

/** The same without the choices that were collected. */
export function placeKeyOf(state: ReadingState): string {
  return keyOf({ ...state, choices: [] });
}

function frameKey({ kind, at, temporary, isEvaluating, start }: StackFrame): unknown {
  return [kind, at === null ? null : `${pathOf(at.container)}:${at.index}`, temporary, isEvaluating, start];
}
