import type { JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { AppliedChange, FoldingDeriver } from "../../record/resource.ts";
import type { EntityState } from "./entity-state.ts";
import { childPath } from "./path.ts";

/** Computes every path interval of a project in memory from its changes, walking parents instead of path ranges. */
export class FoldingPaths implements FoldingDeriver {
  private readonly projectId: string;
  private readonly states = new Map<string, EntityState>();
  private readonly children = new Map<string, Set<string>>();
  private readonly everLocated = new Set<string>();
  private readonly open = new Map<string, JsonObject>();
  private readonly rows: JsonObject[] = [];

  constructor(projectId: string) {
    this.projectId = projectId;
  }

  async derive(changes: readonly AppliedChange[]): Promise<JsonObject[]> {
    for (const change of changes as AppliedChange<EntityState>[]) this.apply(change);
    return [];
  }

  tables(): Map<string, JsonObject[]> {
    return new Map([["entity_paths", this.rows]]);
  }

  private apply({ id, seq, before, after }: AppliedChange<EntityState>): void {
    if (before?.parent_id != null) this.children.get(before.parent_id)?.delete(id);
    if (after === null) {
      this.states.delete(id);
      this.set(id, null, seq);
      return;
    }
    this.states.set(id, after);
    if (after.parent_id !== null) {
      const siblings = this.children.get(after.parent_id) ?? new Set();
      this.children.set(after.parent_id, siblings.add(id));
      // The parent first: becoming one gives it a path.
      if (!this.everLocated.has(after.parent_id) || !this.open.has(after.parent_id)) this.refresh(after.parent_id, seq);
    }
    this.refresh(id, seq);
  }

  /**
   * Recomputes the path of one entity and, when it changed, of everything under it. Where a commit turns places round, an entity lies
   * under itself until the commit's next events: it is not come to again.
   */
  private refresh(start: string, seq: number): void {
    const waiting = [start];
    const seen = new Set<string>();
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (this.set(id, this.pathOf(id), seq)) waiting.push(...(this.children.get(id) ?? []));
    }
  }

  private pathOf(id: string): string | null {
    const state = this.states.get(id);
    if (state === undefined) return null;
    // The path that the parent has by now, as in the live table: its own parents were refreshed before.
    if (state.parent_id !== null) return childPath(this.pathNow(state.parent_id), state.external_id);
    const isParent = (this.children.get(id)?.size ?? 0) > 0;
    return state.located || isParent || this.everLocated.has(id) ? childPath(null, state.external_id) : null;
  }

  private pathNow(id: string): string | null {
    return (this.open.get(id)?.path as string | undefined) ?? null;
  }

  private set(id: string, path: string | null, seq: number): boolean {
    const row = this.open.get(id);
    if ((row?.path ?? null) === path) return false;
    if (row !== undefined) {
      row.valid_to_seq = seq - 1;
      this.open.delete(id);
    }
    if (path !== null) {
      const opened = {
        project_id: this.projectId,
        entity_id: id,
        path,
        valid_from_seq: seq,
        valid_to_seq: CURRENT,
      };
      this.rows.push(opened);
      this.open.set(id, opened);
      this.everLocated.add(id);
    }
    return true;
  }
}
