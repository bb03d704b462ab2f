"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api-provider.tsx";

/** Milliseconds for which an address of a file is used; it opens the file for five minutes. */
const ADDRESS_MS = 4 * 60_000;

/**
 * The address of a file that a project keeps, on the origin that the studio is open at, which may be called by another name than the
 * service; undefined until it is known, and for no file.
 */
export function useFileAddress(project_id: string, hash: string | null): string | undefined {
  const options = { staleTime: ADDRESS_MS, enabled: hash !== null };
  const { data } = useQuery(useApi().files.get.queryOptions({ project_id, hash: hash ?? "" }, options));
  if (data === undefined) return undefined;
  const { pathname, search } = new URL(data.url);
  return pathname + search;
}
