import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageTitle } from "#components/docs/page-title.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { errorPage } from "#server/docs/error-pages.ts";

interface ErrorPageProps {
  params: Promise<{ code: string }>;
}

export async function generateMetadata({ params }: ErrorPageProps): Promise<Metadata> {
  const page = errorPage((await params).code);
  return { title: page === null ? "Not found" : `${page.status} ${page.code}` };
}

export default async function ErrorCodePage({ params }: ErrorPageProps) {
  const page = errorPage((await params).code);
  if (page === null) notFound();
  return (
    <article>
      <PageTitle kicker={`Error ${page.status}`} title={<code className="font-code text-20">{page.code}</code>}>
        <p>{page.title}</p>
      </PageTitle>
      <Markdown text={page.text} />
    </article>
  );
}
