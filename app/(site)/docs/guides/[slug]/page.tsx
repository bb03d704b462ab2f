import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageTitle } from "#components/docs/page-title.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { findGuide, readGuide } from "#server/docs/guides.ts";

interface GuidePageProps {
  params: Promise<{ slug: string }>;
}

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  return { title: findGuide((await params).slug)?.title ?? "Not found" };
}

export default async function GuidePage({ params }: GuidePageProps) {
  const guide = findGuide((await params).slug);
  if (guide === null) notFound();
  return (
    <article>
      <PageTitle kicker="Guide" title={guide.title} />
      <Markdown text={await readGuide(guide)} />
    </article>
  );
}
