import type { Metadata } from "next";
import { FollowFragment } from "#components/docs/follow-fragment.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
import { subjectOf } from "#server/docs/doc-pages.ts";
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
      <FollowFragment />
      <ul className="name-list">
        {events.map(({ kind }) => (
          <li key={kind}>
            <a id={kind} href={`/docs/events/${subjectOf(kind)}#${kind}`}>
              {kind}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
