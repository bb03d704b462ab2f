import type { Metadata } from "next";
import { FollowFragment } from "#components/docs/follow-fragment.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
import { letterPath, objectLetters } from "#server/docs/object-letters.ts";
import { referenceOfRequest } from "../reference-of-request.ts";

export const metadata: Metadata = { title: "Objects" };

export default async function ObjectsPage() {
  const reference = await referenceOfRequest();
  return (
    <>
      <PageTitle title="Objects">
        <p>
          All named objects of requests and responses, by their first letters. Where the two differ, the one that is
          sent is called <code>…Input</code>. Responses may gain fields; clients ignore those they do not know.
        </p>
      </PageTitle>
      <FollowFragment entries="/docs/objects" />
      <ul className="name-list">
        {(reference === null ? [] : objectLetters(reference)).map(({ letter, objects }) => (
          <li key={letter}>
            <a href={`/docs${letterPath(letter)}`}>
              {letter.toUpperCase()}: {objects[0]?.name}
              {objects.length > 1 && ` to ${objects.at(-1)?.name}`}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
