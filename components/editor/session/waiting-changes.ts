import { pointersMeet } from "#domain/change/pointer.ts";
import { fieldValue } from "../model/field.ts";
import { fieldKey, type RemoteChange } from "../store/dialogue-state.ts";
import type { HeldField, OpenContent } from "./open-content.ts";
import type { OthersChanges } from "./others-changes.ts";

interface Waiting extends HeldField {
  /** Version of the subject that its author is looking at. */
  readonly seenSeq: number | undefined;
}

/** Changes of others to the field with the caret wait until its author wants to see them. */
export class WaitingChanges {
  private focused: { readonly subjectId: string; readonly pointer: string } | null = null;
  private readonly held = new Map<string, Waiting>();

  /** The field that has the caret now; answers what was held for the one before and is let go. */
  focus(key: string | null): ReadonlySet<string> {
    const at = key?.indexOf("#") ?? -1;
    this.focused = key === null || at === -1 ? null : { subjectId: key.slice(0, at), pointer: key.slice(at + 1) };
    const released = [...this.held].filter(([each]) => each !== key);
    for (const [each] of released) this.held.delete(each);
    return new Set(released.map(([, { subjectId }]) => subjectId));
  }

  /** Lets a field show what it has become. */
  release(key: string): ReadonlySet<string> {
    const held = this.held.get(key);
    this.held.delete(key);
    return new Set(held === undefined ? [] : [held.subjectId]);
  }

  /** Holds the value of the focused field before subjects are rebuilt. `before` are the versions before the change. */
  hold(content: OpenContent, ids: ReadonlySet<string>, before: ReadonlyMap<string, number>): readonly HeldField[] {
    const { focused } = this;
    if (focused !== null && ids.has(focused.subjectId)) {
      const { subjectId, pointer } = focused;
      const key = fieldKey(subjectId, pointer);
      const shown = fieldValue(content.model, subjectId, pointer);
      const seenSeq = before.get(subjectId) ?? content.versions.get(subjectId);
      if (shown !== undefined) this.held.set(key, { ...focused, seenSeq, ...this.held.get(key), shown });
    }
    return [...this.held.values()];
  }

  /** The version an edit of these pointers starts from, where a change waits behind one of them. */
  seenSeq(subjectId: string, pointers: readonly string[]): number | undefined {
    for (const held of this.held.values()) {
      if (held.subjectId === subjectId && pointers.some((pointer) => pointersMeet(pointer, held.pointer)))
        return held.seenSeq;
    }
    return undefined;
  }

  /** Returns the waiting changes after subjects were rebuilt; those that turned out to be none are dropped. */
  waiting(content: OpenContent, others: OthersChanges): ReadonlyMap<string, RemoteChange> {
    const waiting = new Map<string, RemoteChange>();
    for (const [key, { subjectId, pointer, shown }] of this.held) {
      const value = content.recorded(subjectId, pointer);
      const change = others.lastAt(subjectId, pointer);
      if (value === shown || value === undefined || content.isMine(subjectId, pointer)) {
        if (!content.isMine(subjectId, pointer)) this.held.delete(key);
        continue;
      }
      waiting.set(key, { value, by: change?.by ?? "", at: change?.at ?? "" });
    }
    return waiting;
  }
}
