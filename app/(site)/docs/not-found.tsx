import { PageTitle } from "#components/docs/page-title.tsx";

export default function DocsNotFound() {
  return (
    <PageTitle kicker="404" title="Page not found">
      <p>
        Use the table of contents, or start at <a href="/docs">the overview</a>.
      </p>
    </PageTitle>
  );
}
