import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageTitle } from "#components/docs/page-title.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { findChangelogPage, readChangelog } from "#server/docs/guides.ts";

interface ChangelogPageProps {
  params: Promise<{ part?: string[] }>;
}

export async function generateMetadata({ params }: ChangelogPageProps): Promise<Metadata> {
  return { title: findChangelogPage((await params).part)?.title ?? "Not found" };
}

export default async function ChangelogPage({ params }: ChangelogPageProps) {
  const page = findChangelogPage((await params).part);
  if (page === null) notFound();
  return (
    <article>
      <PageTitle title={page.title} />
      <Markdown text={await readChangelog(page)} />
    </article>
  );
}
