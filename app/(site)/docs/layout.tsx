import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DocsFrame } from "#components/docs/docs-frame.tsx";
import { documentationIndex } from "#server/docs/documentation-index.ts";
import { referenceOfRequest } from "./reference-of-request.ts";

export const metadata: Metadata = { title: { default: "Reference · Fabula", template: "%s · Fabula reference" } };

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const reference = await referenceOfRequest();
  return (
    <DocsFrame index={documentationIndex(reference)} version={reference?.version ?? null}>
      {children}
    </DocsFrame>
  );
}
