import type { ImportFormat } from "#domain/import/story.ts";
import { jsonEqual } from "#domain/json.ts";
import { nameForLoc } from "../../../kernel/validation/item.ts";
import { type Resource, stateOf, type Version } from "../../../record/resource.ts";
import type { ChangeNote, UnitOfWork } from "../../../record/unit-of-work.ts";

/** Counts of the subjects of one kind by the change made to them. */
export interface Tally {
  created: number;
  updated: number;
  deleted: number;
  unchanged: number;
}

/** Location at which a refused invariant of imported content is reported. */
export const CONTENT = ["body", "content"];

/** Returns the location at which a subject of the file is reported, by its key. */
export function placeOf(key: string): string[] {
  return [...CONTENT, nameForLoc(key)];
}

/** Writes what an import found into the unit of work, and counts it. */
export class ImportWriter {
  readonly record: UnitOfWork;
  readonly format: ImportFormat;
  /** The time new ids carry. */
  readonly now: number;
  private readonly tallies = new Map<string, Tally>();

  constructor(record: UnitOfWork, format: ImportFormat, now: number) {
    this.record = record;
    this.format = format;
    this.now = now;
  }

  tally(resource: { type: string }): Tally {
    let tally = this.tallies.get(resource.type);
    if (tally === undefined) {
      tally = { created: 0, updated: 0, deleted: 0, unchanged: 0 };
      this.tallies.set(resource.type, tally);
    }
    return tally;
  }

  /** Creates a subject, changes it, or leaves it as it is; answers which. */
  put<S>(resource: Resource<S>, existing: Version<S> | null, id: string, state: S, note: ChangeNote = {}): keyof Tally {
    const change =
      existing === null ? "created" : jsonEqual(stateOf(resource, existing), state) ? "unchanged" : "updated";
    const full = { loc: [...CONTENT], ...note };
    if (existing === null) this.record.create(resource, id, state, full);
    else if (change === "updated") this.record.update(resource, existing, state, full);
    this.tally(resource)[change] += 1;
    return change;
  }

  remove<S>(resource: Resource<S>, existing: Version<S>, note: ChangeNote = {}): void {
    this.record.remove(resource, existing, { loc: [...CONTENT], ...note });
    this.tally(resource).deleted += 1;
  }

  /** Number of events for everything put so far. */
  get events(): number {
    let events = 0;
    for (const { created, updated, deleted } of this.tallies.values()) events += created + updated + deleted;
    return events;
  }

  /** Writes what was put so far, and forgets the subjects of a piece whether they were changed or not. */
  async endPiece(resource: Resource<never>, piece: readonly { id: string }[]): Promise<void> {
    await this.record.writePiece();
    this.record.forget(
      resource,
      piece.map(({ id }) => id),
    );
  }

  /** Source fields of something that came from the file. */
  source(key: string): { source_format: string; source_key: string } {
    return { source_format: this.format, source_key: key };
  }
}
