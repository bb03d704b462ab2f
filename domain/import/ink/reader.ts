import { ChoicePoint } from "inkjs/engine/ChoicePoint";
import type { Container } from "inkjs/engine/Container";
import { ControlCommand } from "inkjs/engine/ControlCommand";
import { Glue } from "inkjs/engine/Glue";
import type { InkObject } from "inkjs/engine/Object";
import { type Expression, negate } from "../../expression.ts";
import { ImportError } from "../import-error.ts";
import type { ImportedEffect } from "../story.ts";
import {
  askingFor,
  askingInstead,
  asksFor,
  type CollectedChoice,
  callsOf,
  contentAt,
  currentFrame,
  keyOf,
  placeKeyOf,
  type ReadingState,
  type StepResult,
} from "./machine.ts";
import { MARKED, takeLines } from "./output.ts";
import type { Passage } from "./passage.ts";
import { pathOf } from "./paths.ts";
import { type StepContext, step } from "./step.ts";

/** Steps without a decision that any story takes, and more. */
const MAX_STEPS = 50_000;
/** Steps that are looked ahead, for glue and for choices that depend on something. */
const LOOK_AHEAD = 300;
/** More passages than a story of ten thousand lines has: what a story comes to beyond is not for people to read. */
const MAX_PASSAGES = 30_000;
/** Steps of a whole story, those looked ahead included: several seconds. */
const MAX_STEPS_IN_ALL = 2_000_000;
/** Parts of an unfinished line, choices, values and threads that are under way at once: each step may copy them. */
const MAX_KEPT = 1_000;
/** Texts that one line can come to before it is broken where it changes. */
const MAX_TEXTS = 32;
/** Parts that an unfinished line can have. */
const MAX_TOKENS = 64;

/** Reads a compiled story into passages: every place is read once for each text and value that is under way when it is come to. */
export class InkReader {
  readonly #context: StepContext;
  readonly #passages: Passage[] = [];
  readonly #known = new Map<string, number>();
  /** Unfinished lines that each place was come to with. */
  readonly #texts = new Map<string, Set<string>>();
  readonly #open: { passage: Passage; state: ReadingState }[] = [];
  #steps = 0;

  constructor(context: StepContext) {
    this.#context = context;
  }

  /** @throws {ImportError} where the story comes to more than can be kept */
  read(): readonly Passage[] {
    const frame = {
      kind: "flow",
      at: { container: this.#context.root, index: 0 },
      temporary: {},
      isEvaluating: false,
      start: -1,
    } as const;
    this.#passageOf({ threads: [[frame]], stack: [], output: [], choices: [] }, []);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      this.#fill(next.passage, next.state);
    }
    return this.#passages;
  }

  /** The passage that begins in a state. */
  #passageOf(state: ReadingState, visits: readonly Container[]): number {
    const key = `${visits.map(pathOf).join("|")} ${keyOf(state)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#passages.length >= MAX_PASSAGES) {
      throw new ImportError("too_large", `The story becomes more than ${MAX_PASSAGES} cards.`);
    }
    const at = currentFrame(state)?.at ?? null;
    const passage = emptyPassage(this.#passages.length, visits[0] ?? at?.container ?? null, visits);
    this.#passages.push(passage);
    this.#known.set(key, passage.id);
    this.#open.push({ passage, state });
    return passage.id;
  }

  #fill(passage: Passage, from: ReadingState): void {
    let state = from;
    /** Whether it stands where the passage begins. */
    let isFresh = true;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const beside = emptyPassage(-1, null, []);
      const region = this.#choiceRegion(beside, state);
      if (region !== null) {
        const { visits } = beside;
        // What the choice visits is counted with a passage that begins with it.
        const isCounted = visits.length === 0 || (isFresh && visits.every((each) => passage.visits.includes(each)));
        if (changesPrinted(passage, beside.effects) || !isCounted) {
          const kept = this.#secured(passage, state, { visits });
          passage.end = { kind: "to", passage: this.#passageOf(kept, isCounted ? [] : visits) };
          return;
        }
        const kept = this.#secured(passage, state, { effects: beside.effects });
        if (kept !== state) {
          state = kept;
          continue;
        }
        isFresh = false;
        passage.effects.push(...beside.effects);
        passage.tags.push(...beside.tags);
        state = region;
        continue;
      }
      isFresh = false;
      const emptied = this.#emptied(state);
      const bounded = emptied === null ? state : this.#bounded(passage, state);
      if (bounded !== state) {
        state = bounded;
        continue;
      }
      const result = emptied ?? this.#step(state);
      switch (result.kind) {
        case "on": {
          if (changesPrinted(passage, result.effects)) {
            passage.end = { kind: "to", passage: this.#passageOf(state, []) };
            return;
          }
          passage.effects.push(...result.effects);
          passage.tags.push(...result.tags);
          state = this.#flush(passage, result.state, false);
          if (result.visits.length > 0 || result.isDiverted) {
            state = this.#secured(passage, state, result);
            passage.end = { kind: "to", passage: this.#passageOf(this.#settled(passage, state), result.visits) };
            return;
          }
          break;
        }
        case "split": {
          const merged = result.isRandom ? null : this.#merged(result);
          if (merged !== null) {
            state = merged;
            break;
          }
          this.#split(passage, state, result);
          return;
        }
        case "detour": {
          // A line that goes on in a tunnel or behind it is put together by carrying the tunnel out in place.
          const isUnfinished = textsOf(state.output).length > 0 && !endsInBreak(state.output);
          const isJoined =
            this.#context.hasGlue &&
            (this.#mayJoin(result.behind) || (endsInBreak(state.output) && this.#mayJoin(result.into)));
          if (isUnfinished || isJoined) {
            const inline = this.#secured(passage, result.inline, { visits: result.visits });
            passage.end = { kind: "to", passage: this.#passageOf(this.#settled(passage, inline), result.visits) };
            return;
          }
          this.#flush(passage, state, true);
          const into = this.#passageOf(result.into, result.visits);
          passage.end = { kind: "detour", into, behind: this.#passageOf({ ...result.behind, output: [] }, []) };
          return;
        }
        case "return":
          this.#flush(passage, state, true);
          passage.end = { kind: "return" };
          return;
        case "stop":
          this.#flush(passage, result.state, true);
          this.#stop(passage, result.state, result.isEnd);
          return;
      }
    }
    throw new ImportError("too_large", "The story is too long without a choice.");
  }

  /**
   * A state in which the choices that were collected keep what they ask for, where effects are about to change it or visits to count up:
   * their words and conditions are those of the time at which they were come by.
   */
  #secured(
    passage: Passage,
    state: ReadingState,
    { effects = [], visits = [] }: { effects?: readonly ImportedEffect[]; visits?: readonly Container[] },
  ): ReadingState {
    if (state.choices.length === 0) return state;
    const { variables } = this.#context;
    const at = currentFrame(state)?.at ?? null;
    const content = at === null ? undefined : (contentAt(at) ?? at.container);
    if (content === undefined) return state;
    let kept = state;
    const keep = (name: string | null, value: Expression) => {
      if (name !== null) passage.effects.push({ op: "set", target: name, value, when: [] });
    };
    const isTaken = (name: string) => asksFor(kept, name);
    for (const target of new Set(effects.flatMap((effect) => effect.target ?? []))) {
      if (!isTaken(target)) continue;
      const copy = variables.copyOf(target, content, isTaken);
      if (copy === null) continue;
      keep(copy, { var: target });
      kept = askingFor(kept, target, copy);
    }
    for (const path of new Set(visits.map(pathOf))) {
      for (const call of callsOf(kept, path)) {
        const type = "fn" in call && call.fn === "visited" ? "bool" : "int";
        const name = variables.fresh(content, type, JSON.stringify(call), isTaken);
        keep(name, call);
        kept = askingInstead(kept, call, { var: name });
      }
    }
    return kept;
  }

  #split(passage: Passage, before: ReadingState, { ways, isRandom }: Split): void {
    const first = ways[0]?.state;
    // A pending line break is settled once for all ways: it stays only where one of them may begin with glue.
    const isOpen = first === undefined || this.#isInString(first) || this.#isOpenLine(first);
    const mayJoin = isOpen || (this.#context.hasGlue && ways.some(({ state }) => this.#mayJoin(state)));
    if (mayJoin && !this.#isInString(before)) {
      const bounded = this.#bounded(passage, before);
      const again = bounded === before ? null : this.#step(bounded);
      if (again?.kind === "split") {
        this.#lead(passage, again, true);
        return;
      }
    }
    if (first !== undefined && !mayJoin) this.#flushBreak(passage, first);
    this.#lead(passage, { ways, isRandom }, mayJoin);
  }

  /** Ends a passage with ways, which go on with the line that is under way or begin another. */
  #lead(passage: Passage, { ways, isRandom }: Pick<Split, "ways" | "isRandom">, mayJoin: boolean): void {
    passage.end = {
      kind: "split",
      isRandom,
      ways: ways.map(({ condition, state }) => {
        const settled = mayJoin ? state : { ...state, output: withoutBreak(state.output) };
        return { condition, passage: this.#passageOf(settled, []) };
      }),
    };
  }

  #stop(passage: Passage, state: ReadingState, isEnd: boolean): void {
    if (isEnd || state.choices.length === 0) {
      passage.end = { kind: "end" };
      return;
    }
    const choices = state.choices.map((choice) => {
      const target = choice.point.choiceTarget;
      const frames = choice.frames.map((frame, at) => {
        const isLast = at === choice.frames.length - 1;
        const place = target === null ? null : { container: target, index: 0 };
        return isLast ? { ...frame, at: place, isEvaluating: false } : frame;
      });
      const next: ReadingState = { threads: [frames], stack: [], output: [], choices: [] };
      return { choice, passage: this.#passageOf(next, target !== null && counted(target) ? [target] : []) };
    });
    passage.end = { kind: "choices", choices };
  }

  /** Gives a passage the lines that nothing to come can change. */
  #flush(passage: Passage, state: ReadingState, all: boolean): ReadingState {
    const { lines, output } = takeLines(state.output, all);
    say(passage, lines);
    if (output === state.output) return state;
    const removed = state.output.length - output.length;
    const threads = state.threads.map((thread) =>
      thread.map((frame) => (frame.start <= 0 ? frame : { ...frame, start: Math.max(frame.start - removed, 0) })),
    );
    return { ...state, threads, output };
  }

  /** A state as the next passage begins with it: without a line that ended, unless glue may take its end away. */
  #settled(passage: Passage, state: ReadingState): ReadingState {
    if (state.output.length === 0 || this.#isInString(state)) return state;
    if (this.#isOpenLine(state) || (this.#context.hasGlue && this.#mayJoin(state)))
      return this.#bounded(passage, state);
    this.#flushBreak(passage, state);
    return { ...state, output: [] };
  }

  #isInString({ output }: ReadingState): boolean {
    return output.some(({ kind }) => kind === "begin" || kind === "tag");
  }

  /** Whether the line is not at its end: what a function ended with is cut off, also a line break. */
  #isOpenLine(state: ReadingState): boolean {
    return !endsInBreak(state.output) || (state.threads.at(-1) ?? []).some(({ kind }) => kind === "function");
  }

  /** Breaks a line off where it could come to more texts than anyone would read, or would never end. */
  #bounded(passage: Passage, state: ReadingState): ReadingState {
    const frame = currentFrame(state);
    const place = frame?.at === null || frame === undefined ? "" : `${pathOf(frame.at.container)}:${frame.at.index}`;
    const texts = this.#texts.get(place) ?? new Set<string>();
    this.#texts.set(place, texts);
    texts.add(JSON.stringify(state.output));
    if (texts.size <= MAX_TEXTS && state.output.length <= MAX_TOKENS) return state;
    const content = frame?.at === null || frame === undefined ? undefined : contentAt(frame.at);
    if (content !== undefined) {
      this.#context.lose("ink_line", "A line with very many variants is split where it varies", content);
    }
    say(passage, takeLines(state.output, true).lines);
    const threads = state.threads.map((thread) => thread.map((each) => ({ ...each, start: Math.min(each.start, 0) })));
    return { ...state, threads, output: [] };
  }

  #flushBreak(passage: Passage, state: ReadingState): void {
    if (endsInBreak(state.output)) say(passage, takeLines(state.output, true).lines);
  }

  /** The ways of a variable that is printed at the beginning of a line, where glue behind it joins the lines if it is empty. */
  #emptied(state: ReadingState): Split | null {
    const at = currentFrame(state)?.at;
    const content = at === null || at === undefined ? undefined : contentAt(at);
    const isPrint = content instanceof ControlCommand && content.commandType === ControlCommand.CommandType.EvalOutput;
    if (!this.#context.hasGlue || !isPrint || !endsInBreak(state.output) || this.#isInString(state)) return null;
    const result = this.#step(state, { ...this.#context, splitsEmpty: true });
    const [empty] = result.kind === "split" ? result.ways : [];
    return result.kind === "split" && empty !== undefined && this.#mayJoin(empty.state) ? result : null;
  }

  /** Whether glue may come before words do. */
  #mayJoin(from: ReadingState): boolean {
    const open: ReadingState[] = [from];
    for (let steps = 0; steps < LOOK_AHEAD; steps++) {
      const state = open.pop();
      if (state === undefined) return false;
      const at = currentFrame(state)?.at;
      const content = at === null || at === undefined ? undefined : contentAt(at);
      if (content instanceof Glue) return true;
      const result = this.#step(state, { ...this.#context, splitsEmpty: true, lose: () => {} });
      if (result.kind === "split")
        open.push(...result.ways.map((way) => way.state).filter((way) => !saidMore(state, way)));
      else if (result.kind === "detour") open.push(result.inline);
      else if (result.kind === "on" && !saidMore(state, result.state)) open.push(result.state);
    }
    return true;
  }

  /**
   * The state behind a choice with words or conditions that depend on something: its words are worked out each way they can come to, and
   * it is collected once for each. Null where no choice begins.
   */
  #choiceRegion(passage: Passage, from: ReadingState): ReadingState | null {
    const frame = currentFrame(from);
    const at = frame?.at ?? null;
    if (at === null || frame === undefined || frame.isEvaluating) return null;
    const point = choiceAfter(contentAt(at), at.container, at.index);
    if (point === null) return null;
    type Way = { state: ReadingState; guards: readonly Expression[]; visits: readonly Container[] };
    const open: Way[] = [{ state: from, guards: [], visits: [] }];
    const visits: (readonly Container[])[] = [];
    const found: CollectedChoice[] = [];
    let behind: ReadingState | null = null;
    for (let steps = 0; open.length > 0; steps++) {
      if (steps > LOOK_AHEAD * 4) throw new ImportError("too_large", "The text of a choice has too many variants.");
      const next = open.pop();
      if (next === undefined) break;
      const place = currentFrame(next.state)?.at;
      const isChoice = place !== null && place !== undefined && contentAt(place) === point;
      const result = this.#step(next.state);
      if (result.kind === "split") {
        const { ways } = result;
        if (result.isRandom) {
          this.#context.lose(
            "ink_choice_shuffle",
            "Of shuffled texts in a choice the first one is always shown",
            point,
          );
          open.push({ ...next, state: ways[0]?.state ?? next.state });
        } else
          for (const way of guarded(ways).reverse())
            open.push({ ...next, state: way.state, guards: [...next.guards, ...way.guards] });
        continue;
      }
      if (result.kind !== "on" && result.kind !== "stop") return null;
      const visited = result.kind === "on" ? [...next.visits, ...result.visits] : next.visits;
      if (result.kind === "on") {
        const { variables } = this.#context;
        const isSeen = result.effects.some(({ target }) => target === null || !variables.isOwn(target));
        if (next.guards.length > 0 && isSeen)
          this.#context.lose(
            "ink_choice_effect",
            "Effects of a condition in the text of a choice may change it",
            point,
          );
        for (const effect of result.effects)
          passage.effects.push({ ...effect, when: [...next.guards, ...effect.when] });
      }
      if (!isChoice) {
        if (result.kind === "stop") return null;
        open.push({ state: result.state, guards: next.guards, visits: visited });
        continue;
      }
      behind = result.state;
      visits.push(visited);
      for (const choice of result.state.choices.slice(next.state.choices.length)) {
        found.push({ ...choice, guards: [...next.guards, ...choice.guards] });
      }
    }
    if (behind === null) return null;
    const all = allOf(visits);
    if (visits.some(({ length }) => length < all.length))
      this.#context.lose("ink_choice_sequence", "Sequences under a condition in a choice always go on", point);
    passage.visits = [...passage.visits, ...all];
    return { ...behind, choices: [...from.choices, ...found] };
  }

  /**
   * Merges the ways of a condition that only collect choices and then meet: the choices get the condition as their
   * guard.
   */
  #merged({ ways }: StepResult & { kind: "split" }, depth = 0): ReadingState | null {
    const [yes, no] = guarded(ways);
    if (yes === undefined || no === undefined || ways.length !== 2 || depth > 4) return null;
    const before = yes.state.choices.length;
    const passed = [yes, no].map(({ state }) => ({
      steps: this.#silentSteps(state, depth),
      states: new Map<string, ReadingState>(),
    }));
    // Both ways go on in turn, since most meet soon.
    for (let isOpen = true; isOpen; ) {
      isOpen = false;
      for (const { steps, states } of passed) {
        const next = steps.next();
        if (next.done === true) continue;
        isOpen = true;
        const key = placeKeyOf(next.value);
        if (!states.has(key)) states.set(key, next.value);
        const [left, right] = passed.map((each) => each.states.get(key));
        if (left === undefined || right === undefined) continue;
        const withGuards = (state: ReadingState, guards: readonly Expression[]) =>
          state.choices.slice(before).map((choice) => ({ ...choice, guards: [...guards, ...choice.guards] }));
        const choices = [
          ...left.choices.slice(0, before),
          ...withGuards(left, yes.guards),
          ...withGuards(right, no.guards),
        ];
        return { ...left, choices };
      }
    }
    return null;
  }

  /** The states a way passes through as long as it says and does nothing. */
  *#silentSteps(from: ReadingState, depth: number): Generator<ReadingState, void> {
    let state = from;
    yield state;
    const scratch = emptyPassage(-1, null, []);
    for (let steps = 0; steps < LOOK_AHEAD; steps++) {
      const region = this.#choiceRegion(scratch, state);
      if (scratch.effects.length > 0) return;
      if (region === null) {
        const result = this.#step(state);
        if (result.kind === "split") {
          const merged = result.isRandom ? null : this.#merged(result, depth + 1);
          if (merged === null) return;
          state = merged;
        } else {
          if (result.kind !== "on" || result.effects.length > 0 || result.visits.length > 0) return;
          if (saidMore(state, result.state)) return;
          state = result.state;
        }
      } else state = region;
      yield state;
    }
  }

  /** Takes a step, within the bounds of a whole story and of what it may keep in mind. */
  #step(state: ReadingState, context: StepContext = this.#context): StepResult {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS_IN_ALL) throw new ImportError("too_large", "The story is too complex to be imported.");
    const { threads, stack, output, choices } = state;
    if (Math.max(threads.length, stack.length, output.length, choices.length) > MAX_KEPT) {
      throw new ImportError(
        "too_large",
        `One place of the story becomes more than ${MAX_KEPT} parts of a line or choices.`,
      );
    }
    return step(state, context);
  }
}

type Split = StepResult & { kind: "split" };

/** Ways with all that has to hold for each: that the ones before it do not. */
function guarded(ways: readonly { condition: Expression | null; state: ReadingState }[]) {
  const failed: Expression[] = [];
  return ways.map(({ condition, state }) => {
    const guards = condition === null ? [...failed] : [...failed, condition];
    if (condition !== null) failed.push(negate(condition));
    return { guards, state };
  });
}

function emptyPassage(id: number, at: Passage["at"], visits: Passage["visits"]): Passage {
  return { id, at, lines: [], prints: new Set(), effects: [], tags: [], visits, end: { kind: "end" } };
}

/** Whether effects change a variable whose value stands in what a passage says. */
function changesPrinted({ prints }: Passage, effects: readonly ImportedEffect[]): boolean {
  return effects.some(({ target }) => target !== null && prints.has(target));
}

/** Gives a passage further lines. */
export function say(passage: Passage, lines: readonly string[]): void {
  for (const line of lines) {
    passage.lines.push(line);
    for (const [, name = ""] of line.matchAll(MARKED)) passage.prints.add(name);
  }
}

function textsOf(output: ReadingState["output"]): string[] {
  return output.flatMap((token) => (token.kind === "text" ? [token.text] : []));
}

/** Union of several lists: each of their members as often as the list that has it most often. */
function allOf<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [all, ...others] = lists;
  if (all === undefined) return [];
  let union = all;
  for (const list of others) {
    const missing = [...list];
    for (const each of union) {
      const at = missing.indexOf(each);
      if (at !== -1) missing.splice(at, 1);
    }
    union = missing.length === 0 ? union : [...union, ...missing];
  }
  return union;
}

function counted({ visitsShouldBeCounted, turnIndexShouldBeCounted }: Container): boolean {
  return visitsShouldBeCounted || turnIndexShouldBeCounted;
}

/** Whether a step said words; those of a text that is a value, as in a condition, are not said. */
function saidMore(before: ReadingState, after: ReadingState): boolean {
  const words = ({ output }: ReadingState) => {
    const value = output.findIndex(({ kind }) => kind === "begin");
    const said = value === -1 ? output : output.slice(0, value);
    return said.filter((each) => each.kind === "text" && each.text.trim() !== "").length;
  };
  return words(after) > words(before);
}

function endsInBreak(output: ReadingState["output"]): boolean {
  return output.findLast((each) => each.kind !== "text" || each.text.trim() !== "")?.kind === "break";
}

function withoutBreak(output: ReadingState["output"]): ReadingState["output"] {
  return endsInBreak(output) ? [] : output;
}

/** The choice that a place works out the words and conditions of; null where it does something else. */
function choiceAfter(content: InkObject | undefined, container: Container, index: number): ChoicePoint | null {
  if (!(content instanceof ControlCommand) || content.commandType !== ControlCommand.CommandType.EvalStart) return null;
  for (let at = index + 1; at < container.content.length; at++) {
    const each = container.content[at];
    if (!(each instanceof ControlCommand) || each.commandType !== ControlCommand.CommandType.EvalEnd) continue;
    const next = container.content[at + 1];
    return next instanceof ChoicePoint ? next : null;
  }
  return null;
}
