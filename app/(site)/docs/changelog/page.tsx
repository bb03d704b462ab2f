import type { Metadata } from "next";
import { PageTitle } from "#components/docs/page-title.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { readChangelog } from "#server/docs/guides.ts";

export const metadata: Metadata = { title: "Changelog" };

export default async function ChangelogPage() {
  return (
    <article>
      <PageTitle title="Changelog" />
      <Markdown text={await readChangelog()} />
    </article>
  );
}
