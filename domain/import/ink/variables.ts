import type { InkObject } from "inkjs/engine/Object";
import { BoolValue, DivertTargetValue, FloatValue, IntValue, StringValue } from "inkjs/engine/Value";
import type { VariableType } from "../../dialogue/wire.ts";
import { type ScriptType, type ScriptValue, typeOf } from "../script/values.ts";
import type { ImportedVariable } from "../story.ts";
import type { StackFrame } from "./machine.ts";
import { pathOf } from "./paths.ts";

interface Declared {
  readonly type: ScriptType;
  readonly initial: number | boolean | string;
  readonly description: string;
}

/** The variables of a story: its own, those of its knots, and those that hold what is worked out. */
export class InkVariables {
  readonly #declared = new Map<string, Declared>();
  readonly #unread = new Set<string>();
  readonly #held = new Map<InkObject, string>();

  readonly #targets: readonly string[];

  constructor(globals: ReadonlyMap<string, InkObject>, targets: readonly string[]) {
    this.#targets = targets;
    for (const [name, value] of globals) {
      const initial = initialOf(value);
      if (initial === null) this.#unread.add(name);
      else this.#declared.set(name, { ...initial, description: "" });
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
    if (declared !== undefined) return { kind: "expression", expression: { var: name }, type: declared.type };
    return this.#unread.has(name) ? { kind: "unread", source: name } : null;
  }

  /** The variable that keeps a temporary one, by the knot it belongs to. */
  temporary(frame: StackFrame, name: string, depth: number, value: ScriptValue): { name: string; type: ScriptType } {
    const [knot = ""] = frame.at === null ? [] : pathOf(frame.at.container).split(".");
    const scope = /^\d*$/.test(knot) ? "temp" : knot;
    const full = depth === 0 ? `${scope}.${name}` : `${scope}.${name}.${depth}`;
    const given = typeOf(value);
    const type = given === "unknown" ? "int" : given;
    const known = this.#declared.get(full);
    if (known !== undefined) return { name: full, type: known.type };
    const initial = this.#initial(type);
    this.#declared.set(full, {
      type,
      initial,
      description: `A temporary variable of ${knot === "" ? "the story" : knot}.`,
    });
    return { name: full, type };
  }

  /** The variable that holds what is worked out at one place. */
  hold(at: InkObject, given: ScriptType): string {
    const known = this.#held.get(at);
    if (known !== undefined) return known;
    const name = `value ${this.#held.size + 1}`;
    this.#held.set(at, name);
    const type = given === "unknown" ? "int" : given;
    const initial = this.#initial(type);
    this.#declared.set(name, { type, initial, description: "A value computed in the story." });
    return name;
  }

  #initial(type: ScriptType): number | boolean | string {
    if (type === "target") return this.#targets[0] ?? "";
    return type === "string" ? "" : type === "bool" ? false : 0;
  }

  /** Returns the story's variables, and those of our own that are used. */
  list(isUsed: (name: string) => boolean): ImportedVariable[] {
    return Array.from(this.#declared).flatMap(([name, { type, initial, description }]): ImportedVariable[] => {
      if (description !== "" && !isUsed(name)) return [];
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
