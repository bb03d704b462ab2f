"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import { AheadContext } from "../../ui/page-link.tsx";
import { useApi, useStudioClient } from "../api/api-provider.tsx";

/** Reads ahead what the page of a link shows first, once a person is about to follow it. */
export function ReadAhead({ children }: { children: ReactNode }) {
  const api = useApi();
  const client = useStudioClient();
  const queries = useQueryClient();
  const ahead = useCallback(
    (href: string) => {
      // A read that fails, as one without a connection does, is made again and told of by the page itself.
      import("./first-reads.ts").then(({ readAhead }) => readAhead(href, { api, client }, queries)).catch(() => {});
    },
    [api, client, queries],
  );
  return <AheadContext value={ahead}>{children}</AheadContext>;
}
