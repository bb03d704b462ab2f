import { PageTitle } from "#components/docs/page-title.tsx";

export default function DocsNotFound() {
  return (
    <PageTitle kicker="404" title="Nothing is documented at this address">
      <p>
        Look through the contents, or start at <a href="/docs">the overview</a>.
      </p>
    </PageTitle>
  );
}
