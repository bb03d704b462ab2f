import { Overview } from "#components/docs/overview.tsx";
import { documentationIndex } from "#server/docs/documentation-index.ts";
import { GUIDES } from "#server/docs/guides.ts";
import { referenceOfRequest } from "./reference-of-request.ts";

export default async function DocsPage({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { q } = await searchParams;
  const reference = await referenceOfRequest();
  return (
    <Overview
      reference={reference}
      guides={GUIDES}
      index={documentationIndex(reference)}
      query={typeof q === "string" ? q : ""}
    />
  );
}
