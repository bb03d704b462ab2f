import { Overview } from "#components/docs/overview.tsx";
import { documentationIndex } from "#server/docs/documentation-index.ts";
import { GUIDES } from "#server/docs/guides.ts";
import { servedReference } from "#server/docs/served-reference.ts";

export default async function DocsPage({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { q } = await searchParams;
  const reference = await servedReference();
  return (
    <Overview
      reference={reference}
      guides={GUIDES}
      index={documentationIndex(reference)}
      query={typeof q === "string" ? q : ""}
    />
  );
}
