import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DocsFrame } from "#components/docs/docs-frame.tsx";
import { documentationIndex } from "#server/docs/documentation-index.ts";
import { linkPreview } from "../link-preview.ts";
import { referenceOfRequest } from "./reference-of-request.ts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    ...(await linkPreview()),
    title: { default: "Reference", template: "%s · Fabula reference" },
    description: "Reference, guides and errors of the Fabula API.",
    robots: { index: true, follow: true },
  };
}

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const reference = await referenceOfRequest();
  return (
    <DocsFrame index={documentationIndex(reference)} version={reference?.version ?? null}>
      {children}
    </DocsFrame>
  );
}
