import type { Metadata } from "next";
import { ObjectSection } from "#components/docs/object.tsx";
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
      <ul className="mb-10 max-w-[44rem] gap-x-8 text-12 sm:columns-2 lg:columns-3">
        {reference?.objects.map(({ name }) => (
          <li key={name}>
            <a href={`#${name}`} className="link break-words font-code">
              {name}
            </a>
          </li>
        ))}
      </ul>
      {reference?.objects.map((object) => (
        <ObjectSection key={object.name} object={object} />
      ))}
    </>
  );
}
