import { pointersMeet } from "#domain/change/pointer.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { touches } from "#domain/dialogue/operations/table.ts";
import type { LiveEvent } from "../live/live-message.ts";
import { fieldValue } from "../model/field.ts";
import type { Model } from "../model/model.ts";

/** A change that somebody else made while the dialogue was open here. */
interface OthersChange {
  readonly pointers: readonly string[];
  readonly by: string;
  readonly at: string;
  /** Number of changes received before it. */
  readonly mark: number;
}

/** Changes kept for each subject. */
const REMEMBERED = 50;

/**
 * Changes of others since the dialogue was opened here, the last fifty of each subject: they tell who stands in the way of an
 * undo.
 */
export class OthersChanges {
  /** Number of changes received. */
  mark = 0;
  private readonly bySubject = new Map<string, OthersChange[]>();

  add(event: LiveEvent): void {
    const { set = {}, unset = [] } = event.change;
    this.mark += 1;
    const change: OthersChange = {
      pointers: [...Object.keys(set), ...unset],
      by: event.actor,
      at: event.recorded_at,
      mark: this.mark,
    };
    const before = this.bySubject.get(event.subject_id) ?? [];
    this.bySubject.set(event.subject_id, [...before.slice(1 - REMEMBERED), change]);
  }

  /** The last of them at a place; undefined when there is none. */
  lastAt(subjectId: string, pointer: string, afterMark = 0): OthersChange | undefined {
    return this.bySubject
      .get(subjectId)
      ?.findLast((each) => each.mark > afterMark && each.pointers.some((at) => pointersMeet(at, pointer)));
  }
}

/** Returns the person who changed the result of a gesture since; undefined when it can be undone. */
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
