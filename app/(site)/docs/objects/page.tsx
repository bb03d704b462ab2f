import type { Metadata } from "next";
import { FollowFragment } from "#components/docs/follow-fragment.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
import { referenceOfRequest } from "../reference-of-request.ts";

export const metadata: Metadata = { title: "Objects" };

export default async function ObjectsPage() {
  const reference = await referenceOfRequest();
  return (
    <>
      <PageTitle title="Objects">
        <p>
          All named objects of requests and responses. Where the two differ, the one that is sent is called{" "}
          <code>…Input</code>. Responses may gain fields; clients ignore those they do not know.
        </p>
      </PageTitle>
      <FollowFragment />
      <ul className="name-list">
        {reference?.objects.map(({ name }) => (
          <li key={name}>
            <a href={`/docs/objects/${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
