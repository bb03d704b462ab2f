import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { touches } from "#domain/dialogue/operations/table.ts";
import { fieldValue } from "../model/field.ts";
import type { Model } from "../model/model.ts";
import type { OthersChange, OthersChanges } from "./others-changes.ts";

/** Who has changed what a gesture left behind, since it was made; undefined when it can be undone. */
export function inTheWay(
  seen: Model,
  others: OthersChanges,
  { operations, mark }: { readonly operations: readonly Operation[]; readonly mark: number },
): OthersChange | undefined {
  for (const operation of operations) {
    for (const { subjectId, pointer } of touches(operation, seen.graph.id)) {
      const change = others.lastAt(subjectId, pointer, mark);
      if (change === undefined) continue;
      const left = leftBy(operation, pointer);
      if (left === undefined || fieldValue(seen, subjectId, pointer) !== left.value) return change;
    }
  }
  return undefined;
}

/** The value an operation left at a pointer, where it wrote a single value. */
function leftBy(operation: Operation, pointer: string): { readonly value: unknown } | undefined {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  if (operation.op === "node.move") return { value: name === "canvas_x" ? operation.canvas_x : operation.canvas_y };
  return "patch" in operation ? { value: (operation.patch as Record<string, unknown>)[name] } : undefined;
}
