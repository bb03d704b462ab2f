"use client";

import { useRouter } from "next/navigation";
import { use, useCallback } from "react";
import { AddressContext } from "./page-link.tsx";

/** Opens a page of the studio as a link to it would, at the moment that is looked at; `replace` shows another state of the same page. */
export function useOpenPage(): (href: string, how?: "push" | "replace") => void {
  const router = useRouter();
  const addressOf = use(AddressContext);
  return useCallback(
    (href, how = "push") => {
      if (how === "push") router.push(addressOf(href));
      else router.replace(addressOf(href), { scroll: false });
    },
    [router, addressOf],
  );
}
