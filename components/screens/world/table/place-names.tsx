"use client";

import { createContext, type ReactNode, use } from "react";
import { useLookedUpNames } from "../../../frame/project/project-queries.ts";

const PlaceNames = createContext<(id: string) => string | undefined>(() => undefined);

/** Reads the names of the places that rows are in, all at once. */
export function PlacesOfRows({
  rows,
  children,
}: {
  rows: readonly { readonly parent_id: string | null }[] | undefined;
  children: ReactNode;
}) {
  const ids = new Set((rows ?? []).flatMap(({ parent_id }) => parent_id ?? []));
  const nameOf = useLookedUpNames([...ids].sort());
  return <PlaceNames value={nameOf}>{children}</PlaceNames>;
}

/** The name of a place; nothing until it is read. */
export function PlaceName({ id }: { id: string | null }) {
  const nameOf = use(PlaceNames);
  return <span dir="auto">{id === null ? "" : nameOf(id)}</span>;
}
