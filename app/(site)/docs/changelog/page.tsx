import type { Metadata } from "next";
import { Markdown } from "#components/docs/markdown.tsx";
import { parseMarkdown } from "#components/docs/markdown-blocks.ts";
import { PageTitle } from "#components/docs/page-title.tsx";
import { readChangelog } from "#server/docs/guides.ts";

export const metadata: Metadata = { title: "Changelog" };

export default async function ChangelogPage() {
  return (
    <article>
      <PageTitle title="Changelog" />
      <Markdown blocks={parseMarkdown(await readChangelog())} />
    </article>
  );
}
