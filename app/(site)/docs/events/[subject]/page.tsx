import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EventSection } from "#components/docs/event.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
import { subjectOf } from "#server/docs/doc-pages.ts";
import { servedEvents } from "#server/docs/served-events.ts";

interface EventsPageProps {
  params: Promise<{ subject: string }>;
}

export async function generateMetadata({ params }: EventsPageProps): Promise<Metadata> {
  return { title: `Events: ${(await params).subject}` };
}

export default async function SubjectEventsPage({ params }: EventsPageProps) {
  const { subject } = await params;
  const events = (await servedEvents()).filter(({ kind }) => subjectOf(kind) === subject);
  if (events.length === 0) notFound();
  return (
    <>
      <PageTitle kicker="Events" title={<code className="font-code text-20">{subject}</code>} />
      {events.map((event) => (
        <EventSection key={event.kind} event={event} />
      ))}
    </>
  );
}
