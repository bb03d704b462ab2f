"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { indexNames, type NameIndex } from "#domain/book/mentions.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { aliasesOf } from "../../frame/project/aliases.ts";
import type { NameMap } from "../../frame/project/known.ts";
import { useFirstPage } from "../../frame/project/project-queries.ts";
import { useListed } from "../../frame/project/use-known.ts";

/** Entity as a text names it. */
export interface NamedEntity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly aliases: unknown;
}

type Listed = Outputs["entities"]["list"];
type Kept = Pick<Listed, "total" | "has_more"> & { readonly entities: readonly NamedEntity[] };

const itself = (entity: NamedEntity) => entity;
const rowsOf = ({ entities }: Kept) => entities;
const keptOf = ({ entities, total, has_more }: Listed): Kept => ({
  total,
  has_more,
  entities: entities.map(({ id, type, name, properties: { aliases } }) => ({ id, type, name, aliases })),
});

/** Entities of the project by id, as far as they are here, and their names prepared for being found in texts. */
export function useNamedEntities(): { readonly entities: NameMap<NamedEntity>; readonly index: NameIndex } {
  const input = useFirstPage();
  const client = useStudioClient();
  const options = useApi().entities.list.queryOptions(input);
  const { data } = useQuery(options);
  const answer = useMemo(() => (data === undefined ? undefined : keptOf(data)), [data]);
  const entities = useListed<Kept, NamedEntity, NamedEntity>({
    queryKey: options.queryKey,
    answer,
    ask: async (offset) => keptOf(await client.entities.list.query({ ...input, offset })),
    rowsOf,
    itemOf: itself,
  });
  const index = useMemo(
    () =>
      indexNames([...entities.values()].map(({ id, name, aliases }) => ({ id, names: [name, ...aliasesOf(aliases)] }))),
    [entities],
  );
  return { entities, index };
}
