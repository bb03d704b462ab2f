import type { Metadata } from "next";
import { EventSection } from "#components/docs/event.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
import { servedEvents } from "#server/docs/served-events.ts";

export const metadata: Metadata = { title: "Events" };

export default async function EventsPage() {
  const events = await servedEvents();
  return (
    <>
      <PageTitle title="Events">
        <p>
          Every kind of event that a project records, by subject. To read them, see{" "}
          <a className="link" href="/docs/guides/following-changes">
            Following changes
          </a>
          ; the same list for programs, with JSON Schemas, is at{" "}
          <a className="link" href="/docs/reference/record#record_kinds">
            <code>GET /v1/event-kinds</code>
          </a>
          . New kinds are added; clients skip those they do not know.
        </p>
      </PageTitle>
      <ul className="mb-10 max-w-[44rem] gap-x-8 text-12 sm:columns-2 lg:columns-3">
        {events.map(({ kind }) => (
          <li key={kind}>
            <a href={`#${kind}`} className="link break-words font-code">
              {kind}
            </a>
          </li>
        ))}
      </ul>
      {events.map((event) => (
        <EventSection key={event.kind} event={event} />
      ))}
    </>
  );
}
