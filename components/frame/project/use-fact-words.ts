"use client";

import { useQuery } from "@tanstack/react-query";
import { firstWords } from "#domain/first-words.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { NameMap } from "./known.ts";
import { useFirstPage } from "./project-queries.ts";
import { useListed } from "./use-known.ts";

/** First words of the project's facts, by id, as far as they are here: those that can be typed in logic. */
export function useFactWords(): NameMap<string> {
  const input = useFirstPage();
  const client = useStudioClient();
  const options = useApi().facts.list.queryOptions(input);
  return useListed({
    queryKey: options.queryKey,
    answer: useQuery(options).data,
    ask: (offset) => client.facts.list.query({ ...input, offset }),
    rowsOf: ({ facts }) => facts,
    itemOf: wordsOf,
  });
}

const wordsOf = ({ text }: { readonly id: string; readonly text: string }): string => firstWords(text);
