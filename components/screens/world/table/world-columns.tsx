import { splitPath, valueAt } from "#domain/filter/property-path.ts";
import type { Json } from "#domain/json.ts";
import type { PropertyDefinition } from "#domain/templates/template.ts";
import type { Column } from "../../../ui/list/list-definition.ts";
import { propertyColumns } from "../../../ui/list/property-columns.tsx";
import type { Entity } from "../entity/use-entity.ts";
import type { Definitions } from "./pasted-block.ts";
import { NamedValue } from "./row-names.tsx";

/** Returns the declarations of a template by the paths of their properties: those that a path can name. */
export function definitionsOf(properties: readonly PropertyDefinition[]): Definitions {
  return new Map(properties.filter(({ key }) => !key.includes(".")).map((each) => [each.key, each]));
}

/**
 * Returns a column for each property: those that are declared in their order and under their labels, then all others in use. Pictures have
 * none.
 *
 * @param shown - number of them that are shown before a person chooses.
 */
export function worldColumns(
  used: readonly { readonly path: string }[],
  definitions: Definitions,
  shown: number,
): readonly Column<Entity>[] {
  const declared = [...definitions.values()].filter(({ kind }) => kind !== "picture").map(({ key }) => key);
  const others = used.map(({ path }) => path).filter((path) => path !== "" && !definitions.has(path));
  const paths = [...declared, ...others];
  return propertyColumns<Entity>(paths).map((column, at) => {
    const path = paths[at] ?? "";
    const definition = definitions.get(path);
    return {
      ...column,
      label: definition?.label ?? column.label,
      isExtra: at >= shown,
      cell: ({ properties }) => <NamedValue value={valueAt(properties as Json, splitPath(path))} />,
    };
  });
}
