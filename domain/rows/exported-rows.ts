import type { JsonObject } from "../json.ts";
import { csvLine, guarded } from "./csv.ts";
import { leavesOf } from "./leaves.ts";
import { typeOfText, type ValueType } from "./mapping.ts";

/** An entity as exports write it, under the names that imports read. */
export interface ExportedEntity {
  readonly external_id: string;
  readonly type: string;
  readonly name: string;
  /** Null where it stands at the top; absent where nobody placed it. */
  readonly parent_external_id?: string | null;
  readonly properties: JsonObject;
}

interface Column {
  readonly types: Set<ValueType>;
  /** Whether some text of it would be read as something else. */
  isAmbiguous: boolean;
}

/** The columns of an export as CSV, gathered from all entities before the first line is written. */
export class ExportColumns {
  readonly #columns = new Map<string, Column>();

  /** Takes in the columns of an entity. */
  add({ properties }: Pick<ExportedEntity, "properties">): void {
    for (const [path, value] of leavesOf({ properties })) {
      if (path === "properties" && Object.keys(properties).length === 0) continue;
      const column = this.#columns.get(path) ?? { types: new Set(), isAmbiguous: false };
      this.#columns.set(path, column);
      const type = typeof value;
      column.types.add(type === "string" ? "text" : type === "number" || type === "boolean" ? type : "json");
      column.isAmbiguous ||= type === "string" && (typeOfText(value) ?? "text") !== "text";
    }
  }

  /** The first line. */
  head(): string {
    const own = [...this.#columns].map(([path, column]) => {
      const type = typeOf(column);
      return type === "text" && !column.isAmbiguous ? path : `${path}:${type}`;
    });
    return csvLine(["external_id", "type", "name", "parent_external_id", ...own]);
  }

  /** The line of an entity that was taken in. */
  line({ external_id, type, name, parent_external_id: parent, properties }: ExportedEntity): string {
    const leaves = new Map(leavesOf({ properties }));
    const cells = [...this.#columns].map(([path, column]) => {
      const value = leaves.get(path);
      if (value === undefined) return null;
      return typeOf(column) === "text" ? guarded(String(value)) : JSON.stringify(value);
    });
    const above = parent === undefined ? null : guarded(parent ?? "");
    return csvLine([guarded(external_id), guarded(type), guarded(name), above, ...cells]);
  }
}

/** One type for all cells: JSON where they have several, which says of each what it is. */
function typeOf({ types }: Column): ValueType {
  const [only = "json"] = types;
  return types.size === 1 ? only : "json";
}
