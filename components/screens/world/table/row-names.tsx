"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import { useNamesByExternalId } from "../../../frame/project/entity-names.ts";
import { useLookedUpNames } from "../../../frame/project/project-queries.ts";
import { sayValue } from "../../../ui/list/property-columns.tsx";
import type { Entity } from "../entity/use-entity.ts";
import { isEntityId, namedIn } from "./named-values.ts";

export type NameOf = (id: string) => string | undefined;

const Names = createContext<NameOf>(() => undefined);

/** External ids that are looked up for one list: texts that only look like ids are asked about in vain. */
const MOST = 1_000;

/** Reads the names of what rows are in, and of what their properties name by an id, all at once. */
export function useNamesOfRows(rows: readonly Entity[] | undefined): NameOf {
  const named = useMemo(() => {
    const all = new Set(
      (rows ?? []).flatMap(({ parent_id, properties }) => [parent_id ?? [], namedIn(properties)].flat()),
    );
    const sorted = [...all].sort();
    return { ids: sorted.filter(isEntityId), externalIds: sorted.filter((id) => !isEntityId(id)).slice(0, MOST) };
  }, [rows]);
  const byId = useLookedUpNames(named.ids);
  const byExternalId = useNamesByExternalId(named.externalIds);
  return useMemo((): NameOf => (id) => byId(id) ?? byExternalId(id), [byId, byExternalId]);
}

/** Gives the names that rows need to what shows them. */
export function RowNames({ nameOf, children }: { nameOf: NameOf; children: ReactNode }) {
  return <Names value={nameOf}>{children}</Names>;
}

/** Returns the names of what rows name by ids, as far as they are read. */
export const useRowNames = (): NameOf => use(Names);

/** The name of a place; nothing until it is read. */
export function PlaceName({ id }: { id: string | null }) {
  const nameOf = useRowNames();
  return <span dir="auto">{id === null ? "" : nameOf(id)}</span>;
}

/** A value of a property, in which the id of an entity gives its name. */
export function NamedValue({ value }: { value: unknown }) {
  const nameOf = useRowNames();
  return <span dir="auto">{sayNamed(value, nameOf)}</span>;
}

/** Returns a value as text, in which the id of an entity gives its name. */
export function sayNamed(value: unknown, nameOf: NameOf): string {
  if (typeof value === "string") return nameOf(value) ?? value;
  return Array.isArray(value) ? value.map((each) => sayNamed(each, nameOf)).join(", ") : sayValue(value);
}
