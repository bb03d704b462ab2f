import type { InkObject } from "inkjs/engine/Object";
import {
  BoolValue,
  ListValue as CompiledList,
  DivertTargetValue,
  FloatValue,
  IntValue,
  StringValue,
} from "inkjs/engine/Value";
import type { VariableType } from "../../dialogue/wire.ts";
import { type ScriptType, type ScriptValue, typeOf } from "../script/values.ts";
import type { ImportedVariable } from "../story.ts";
import type { CompiledInk } from "./compiled.ts";
import type { ListValue } from "./list-items.ts";
import type { ListShape, ListShapes } from "./list-shapes.ts";
import type { StackFrame } from "./machine.ts";
import { pathOf } from "./paths.ts";

interface Declared {
  readonly type: ScriptType;
  readonly initial: number | boolean | string;
  readonly description: string;
  /** Values of a list; null of any other variable. */
  readonly shape: ListShape | null;
}

/** Values that calls under way can have of one temporary variable, each in a variable of its own. */
const MAX_COPIES = 16;

/** The variables of a story: its own, those of its knots, and those that hold what is worked out. */
export class InkVariables {
  readonly #declared = new Map<string, Declared>();
  readonly #unread = new Set<string>();
  /** Names of the variables that hold what is worked out at a place, by what they hold. */
  readonly #held = new Map<InkObject, Map<string, string>>();
  #holds = 0;

  readonly #targets: readonly string[];
  readonly #shapes: ListShapes;

  constructor(
    { globals, targets, assigned }: Pick<CompiledInk, "globals" | "targets" | "assigned">,
    shapes: ListShapes,
  ) {
    this.#targets = targets;
    this.#shapes = shapes;
    for (const [name, value] of globals) {
      if (value instanceof CompiledList) {
        const shape = shapes.shape(name, shapes.lists.read(value), assigned.has(name));
        this.#declared.set(name, { type: "list", initial: "", description: "", shape });
        continue;
      }
      const initial = initialOf(value);
      if (initial === null) this.#unread.add(name);
      else this.#declared.set(name, { ...initial, description: "", shape: null });
    }
  }

  has(name: string): boolean {
    return this.#declared.has(name) || this.#unread.has(name);
  }

  typeOf(name: string): ScriptType | null {
    return this.#declared.get(name)?.type ?? null;
  }

  /** A variable of the story as a value; null where there is none of that name. */
  global(name: string): ScriptValue | null {
    const declared = this.#declared.get(name);
    if (declared !== undefined)
      return declared.shape?.always ?? { kind: "expression", expression: { var: name }, type: declared.type };
    return this.#unread.has(name) ? { kind: "unread", source: name } : null;
  }

  /** Whether a variable is none that the story declares, but one that holds a value on the way. */
  isOwn(name: string): boolean {
    return (this.#declared.get(name)?.description ?? "") !== "";
  }

  /** The shape of a list variable; null of any other. */
  shapeOf(name: string): ListShape | null {
    return this.#declared.get(name)?.shape ?? null;
  }

  /** Makes room in a list variable for a value. */
  grow(name: string, value: ListValue): void {
    const shape = this.shapeOf(name);
    if (shape !== null) this.#shapes.grow(shape, value);
  }

  /**
   * The variable that keeps a temporary one, by the knot it belongs to: the first that no other call keeps a value in. After many of them
   * one is shared.
   */
  temporary(
    frame: StackFrame,
    name: string,
    depth: number,
    value: ScriptValue,
    isTaken: (name: string) => boolean,
  ): { name: string; type: ScriptType; isShared: boolean } {
    const [knot = ""] = frame.at === null ? [] : pathOf(frame.at.container).split(".");
    const scope = /^\d*$/.test(knot) ? "temp" : knot;
    const base = depth === 0 ? `${scope}.${name}` : `${scope}.${name}.${depth}`;
    let full = base;
    let copies = 1;
    while (isTaken(full) && copies < MAX_COPIES) full = `${base} ${++copies}`;
    const given = typeOf(value);
    const type = given === "unknown" ? "int" : given;
    const known = this.#declared.get(full);
    const isShared = copies === MAX_COPIES && isTaken(full);
    if (known !== undefined) return { name: full, type: known.type, isShared };
    const initial = this.#initial(type);
    this.#declared.set(full, {
      type,
      initial,
      description: `A temporary variable of ${knot === "" ? "the story" : knot}.`,
      shape: type === "list" ? this.#shapes.shape(full) : null,
    });
    return { name: full, type, isShared };
  }

  /** The variable that keeps the value of another one from one place on; null where that is none of the story. */
  copyOf(name: string, at: InkObject, isTaken: (name: string) => boolean): string | null {
    const declared = this.#declared.get(name);
    if (declared === undefined) return null;
    const kept = this.fresh(at, declared.type, name, isTaken);
    if (declared.shape !== null) this.grow(kept, declared.shape.valueOf(name));
    return kept;
  }

  /** The variable that holds what is worked out at one place; there can be several, told apart by what they hold. */
  hold(at: InkObject, given: ScriptType, of = ""): string {
    const held = this.#held.get(at) ?? new Map<string, string>();
    this.#held.set(at, held);
    const known = held.get(of);
    if (known !== undefined) return known;
    this.#holds += 1;
    const name = `value ${this.#holds}`;
    held.set(of, name);
    const type = given === "unknown" ? "int" : given;
    const initial = this.#initial(type);
    const shape = type === "list" ? this.#shapes.shape(`${at.path.toString()} ${of}`) : null;
    this.#declared.set(name, { type, initial, description: "A value computed in the story.", shape });
    return name;
  }

  /** The first variable that holds something at one place and that nothing under way asks for. */
  fresh(at: InkObject, type: ScriptType, of: string, isTaken: (name: string) => boolean): string {
    let name = this.hold(at, type, of);
    for (let copies = 2; isTaken(name) && copies <= MAX_COPIES; copies++) name = this.hold(at, type, `${of} ${copies}`);
    return name;
  }

  #initial(type: ScriptType): number | boolean | string {
    if (type === "target") return this.#targets[0] ?? "";
    return type === "string" ? "" : type === "bool" ? false : 0;
  }

  /** Returns the story's variables, and those of our own that are used. */
  list(isUsed: (name: string) => boolean): ImportedVariable[] {
    return Array.from(this.#declared).flatMap(([name, { type, initial, description, shape }]): ImportedVariable[] => {
      if ((description !== "" || shape !== null) && !isUsed(name)) return [];
      const wire = WIRE_TYPES[type];
      return [
        {
          name,
          type: wire,
          default: initial,
          enum_values: type === "target" ? [...this.#targets] : [],
          scope: "playthrough",
          min: null,
          max: null,
          description,
          ...shape?.wire,
        },
      ];
    });
  }
}

const WIRE_TYPES: Readonly<Record<ScriptType, VariableType>> = {
  int: "integer",
  float: "number",
  bool: "boolean",
  string: "string",
  list: "set",
  target: "enum",
  unknown: "integer",
};

function initialOf(value: InkObject): { type: ScriptType; initial: number | boolean | string } | null {
  if (value instanceof BoolValue) return { type: "bool", initial: value.value === true };
  if (value instanceof IntValue) return { type: "int", initial: value.value ?? 0 };
  if (value instanceof FloatValue) return { type: "float", initial: value.value ?? 0 };
  if (value instanceof StringValue) return { type: "string", initial: value.value ?? "" };
  if (value instanceof DivertTargetValue) return { type: "target", initial: value.targetPath.toString() };
  return null;
}
