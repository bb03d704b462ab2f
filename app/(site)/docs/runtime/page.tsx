import type { Metadata } from "next";
import { PageTitle } from "#components/docs/page-title.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { readRuntimeReference } from "#server/docs/guides.ts";

export const metadata: Metadata = { title: "Runtime" };

export default async function RuntimePage() {
  return (
    <article>
      <PageTitle title="Runtime" />
      <Markdown text={await readRuntimeReference("runtime")} />
    </article>
  );
}
