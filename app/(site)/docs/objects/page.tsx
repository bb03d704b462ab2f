import type { Metadata } from "next";
import { ObjectSection } from "#components/docs/object.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
import { servedReference } from "#server/docs/served-reference.ts";

export const metadata: Metadata = { title: "Objects" };

export default async function ObjectsPage() {
  const reference = await servedReference();
  return (
    <>
      <PageTitle title="Objects">
        <p>
          Everything with a name in requests and answers. Where the two differ, what is sent is called <code>…Input</code>. Answers
          may gain fields; a client ignores those it does not know.
        </p>
      </PageTitle>
      {reference?.objects.map((object) => (
        <ObjectSection key={object.name} object={object} />
      ))}
    </>
  );
}
