import { pointersMeet } from "#domain/change/pointer.ts";
import type { LiveEvent } from "../live/live-message.ts";

/** A change that somebody else made while the dialogue was open here. */
export interface OthersChange {
  readonly pointers: readonly string[];
  readonly by: string;
  readonly at: string;
  /** How many had come before it. */
  readonly mark: number;
}

/** What is remembered of each subject: enough to say who stands in the way of an undo. */
const REMEMBERED = 50;

/** What others did while the dialogue was open here. */
export class OthersChanges {
  /** How many have come. */
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
