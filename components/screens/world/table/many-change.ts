import { mergePatch, patchBetween } from "#domain/change/merge-patch.ts";
import { splitPath, valueAt } from "#domain/filter/property-path.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { propertyPatch } from "../entity/property-edit.ts";

/** Change of many entities at once. */
export type ManyChange =
  | { readonly field: "type"; readonly value: string }
  | { readonly field: "parent_id"; readonly value: string | null }
  /** A property by its path; undefined removes it. */
  | { readonly field: "property"; readonly path: string; readonly value: Json | undefined };

interface Row {
  readonly id: string;
  readonly type: string;
  readonly parent_id: string | null;
  readonly properties: object;
}

/** A part of a batch that changes one of them. */
export interface Part {
  readonly op: "update";
  readonly id: string;
  readonly patch: {
    readonly name?: string;
    readonly external_id?: string;
    readonly type?: string;
    readonly parent_id?: string | null;
    readonly properties?: JsonObject;
  };
}

/** The parts of a batch that change many, and those that take it back. */
export interface ManyParts {
  readonly make: readonly Part[];
  readonly undo: readonly Part[];
}

/**
 * Returns the parts of a batch that make a change to each entity, and those that undo it. Entities that have the value
 * already are left out.
 */
export function partsOf(rows: readonly Row[], change: ManyChange): ManyParts {
  const make: Part[] = [];
  const undo: Part[] = [];
  for (const row of rows) {
    const [forth, back] = patchesOf(row, change) ?? [];
    if (forth === undefined || back === undefined) continue;
    make.push({ op: "update", id: row.id, patch: forth });
    undo.push({ op: "update", id: row.id, patch: back });
  }
  return { make, undo };
}

function patchesOf(row: Row, change: ManyChange): [Part["patch"], Part["patch"]] | null {
  switch (change.field) {
    case "type":
      return row.type === change.value ? null : [{ type: change.value }, { type: row.type }];
    case "parent_id":
      return row.parent_id === change.value ? null : [{ parent_id: change.value }, { parent_id: row.parent_id }];
    case "property": {
      const path = splitPath(change.path);
      const properties = row.properties as JsonObject;
      const before = valueAt(properties, path);
      if (JSON.stringify(before) === JSON.stringify(change.value)) return null;
      const forth = propertyPatch(properties, path, change.value);
      return [{ properties: forth }, { properties: patchBetween(mergePatch(properties, forth), properties) }];
    }
  }
}
