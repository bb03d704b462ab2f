import type { JsonObject } from "#domain/json.ts";
import type { AppliedChange, Resource } from "./resource.ts";

/** A field that names a subject which did not exist at that moment. */
export interface Dangling {
  table: string;
  id: string;
  seq: number;
  field: string;
  target: string;
}

/**
 * Follows which subjects name which, so that replay can say what no foreign key does: at no moment does anything name a
 * parent, an end or a graph that is not there.
 */
export class ReferenceCheck {
  /** Holders of references by the subject named, with the field. */
  private readonly holders = new Map<string, Map<string, Dangling>>();
  private readonly present = new Set<string>();
  readonly dangling: Dangling[] = [];

  /** Takes the changes of one moment, resource by resource, and looks at them together. */
  moment(changes: readonly { resource: Resource; changes: readonly AppliedChange[] }[]): void {
    const named = new Set<string>();
    for (const { resource, changes: applied } of changes) {
      for (const change of applied) this.take(resource, change, named);
    }
    for (const target of named) {
      if (!this.present.has(target)) this.dangling.push(...(this.holders.get(target)?.values() ?? []));
    }
  }

  /** Notes one change, and every target that it names or that it took away. */
  private take(resource: Resource, { id, seq, before, after }: AppliedChange, named: Set<string>): void {
    const self = `${resource.type}:${id}`;
    if (after === null) {
      this.present.delete(self);
      named.add(self);
    } else this.present.add(self);
    for (const [field, type] of Object.entries(resource.references)) {
      const holder = `${self} ${field}`;
      const [old, target] = [nameIn(before, field), nameIn(after, field)];
      if (old !== null) this.holders.get(`${type}:${old}`)?.delete(holder);
      if (target === null) continue;
      const holders = this.holders.get(`${type}:${target}`) ?? new Map<string, Dangling>();
      this.holders.set(`${type}:${target}`, holders.set(holder, { table: resource.table, id, seq, field, target }));
      named.add(`${type}:${target}`);
    }
  }
}

function nameIn(state: JsonObject | null, field: string): string | null {
  const value = state?.[field];
  return typeof value === "string" ? value : null;
}
