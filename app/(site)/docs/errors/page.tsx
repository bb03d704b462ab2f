import type { Metadata } from "next";
import { ErrorList } from "#components/docs/error-list.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
import { errorPages } from "#server/docs/error-pages.ts";

export const metadata: Metadata = { title: "Error codes" };

export default function ErrorsPage() {
  return (
    <>
      <PageTitle title="Error codes">
        <p>
          Every error body has a <code>code</code>, and in <code>doc_url</code> the address of its page here.
        </p>
      </PageTitle>
      <ErrorList pages={errorPages()} />
    </>
  );
}
