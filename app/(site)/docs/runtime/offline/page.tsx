import type { Metadata } from "next";
import { PageTitle } from "#components/docs/page-title.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { readRuntimeReference } from "#server/docs/guides.ts";

export const metadata: Metadata = { title: "Runtime: offline" };

export default async function OfflineRuntimePage() {
  return (
    <article>
      <PageTitle title="Runtime: offline" />
      <Markdown text={await readRuntimeReference("offline")} />
    </article>
  );
}
