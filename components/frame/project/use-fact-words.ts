"use client";

import { useQuery } from "@tanstack/react-query";
import { firstWords } from "#domain/first-words.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { NameMap } from "./known.ts";
import { useFirstPage } from "./project-queries.ts";
import { useKnown } from "./use-known.ts";

/** First words of the project's facts, by id, as far as they are here: those that can be typed in logic. */
export function useFactWords(): NameMap<string> {
  const input = useFirstPage();
  const client = useStudioClient();
  const { queryKey, ...options } = useApi().facts.list.queryOptions(input);
  const { data } = useQuery({ queryKey, ...options });
  const ask = async (offset: number) => {
    const { facts, total } = await client.facts.list.query({ ...input, offset });
    return { items: facts, total };
  };
  return useKnown({ queryKey, first: data && { ...data, items: data.facts }, ask, itemOf: wordsOf });
}

const wordsOf = ({ text }: { readonly text: string }): string => firstWords(text);
