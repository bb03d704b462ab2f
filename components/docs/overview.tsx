import { counted } from "#domain/counted.ts";
import type { Guide } from "#server/docs/guides.ts";
import type { ApiReference } from "#server/docs/reference.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Notice } from "../ui/notice.tsx";
import { TitledSection } from "../ui/titled-section.tsx";
import { countLinks, filterIndex, firstLinks, type IndexGroup } from "./index-entries.ts";
import { LinkList } from "./link-list.tsx";
import { PageTitle } from "./page-title.tsx";

interface OverviewProps {
  /** Null when the service could not describe itself. */
  reference: ApiReference | null;
  guides: readonly Guide[];
  index: readonly IndexGroup[];
  /** Query of the filter, when it was sent as a form. */
  query: string;
}

/** The first page of the documentation: how to begin, the guides, every operation by its address. */
export function Overview({ reference, guides, index, query }: OverviewProps) {
  if (query.trim() !== "") return <Results query={query} groups={filterIndex(index, query)} />;
  return (
    <>
      <PageTitle title="API reference">
        <Markdown text={reference?.description ?? ""} className="space-y-3" />
      </PageTitle>
      {reference === null && (
        <Notice tone="error" title="The reference is not available">
          <p>The description of the API could not be loaded. The guides and the error pages are still available.</p>
        </Notice>
      )}
      {reference !== null && (
        <div className="max-w-[42rem]">
          <CodeBlock language="sh" title="A first request" code={firstRequest(reference)} />
        </div>
      )}
      <p className="mt-6 text-13 text-ink-2">
        Without a key:{" "}
        <a href="/demo" className="link">
          ask the harbour clerk
        </a>{" "}
        five questions, before the flood and after it.
      </p>
      <TitledSection title="Guides" heading="font-reading font-semibold text-20" className="mt-12">
        <ul className="mt-3 grid gap-x-10 sm:grid-cols-2">
          {guides.map((guide) => (
            <li key={guide.slug} className="border-line border-t py-3">
              <a href={`/docs/guides/${guide.slug}`} className="link font-medium">
                {guide.title}
              </a>
              <p className="mt-0.5 text-13 text-ink-2">{guide.summary}</p>
            </li>
          ))}
        </ul>
      </TitledSection>
      <TitledSection title="For programs" heading="font-reading font-semibold text-20" className="mt-12">
        <p className="mt-3 max-w-[44rem] text-13 text-ink-2">
          Every page is Markdown at its address with <code>.md</code>, or with <code>Accept: text/markdown</code>.{" "}
          <a href="/llms.txt" className="link">
            llms.txt
          </a>{" "}
          lists them,{" "}
          <a href="/llms-full.txt" className="link">
            llms-full.txt
          </a>{" "}
          is all of them as one text. The{" "}
          <a href="/docs/runtime" className="link">
            runtime
          </a>{" "}
          plays dialogues in games.
        </p>
      </TitledSection>
      <TitledSection title="Operations" heading="font-reading font-semibold text-20" className="mt-12">
        <ul className="mt-3 grid gap-x-10 sm:grid-cols-2">
          {index
            .flatMap(({ sections }) => sections)
            .map(
              ({ title, href, count }) =>
                href !== null && (
                  <li key={href} className="flex justify-between border-line border-t py-2 text-13">
                    <a href={href} className="link">
                      {title}
                    </a>
                    <span className="numerals text-12 text-ink-3">{counted(count, "operation")}</span>
                  </li>
                ),
            )}
        </ul>
      </TitledSection>
    </>
  );
}

function firstRequest(reference: ApiReference): string {
  return [
    `export FABULA_URL=${reference.origin}`,
    "export FABULA_KEY=sk_test_…   # printed when Fabula starts, or made by an admin",
    "",
    'curl "$FABULA_URL/v1/me" \\',
    '  -H "Authorization: Bearer $FABULA_KEY"',
  ].join("\n");
}

function Results({ query, groups }: { query: string; groups: readonly IndexGroup[] }) {
  const count = countLinks(groups);
  return (
    <>
      <PageTitle kicker="Filter" title={`${count === 0 ? "No results" : counted(count, "result")} for “${query}”`}>
        <p>
          <a href="/docs">Clear the filter</a>
        </p>
      </PageTitle>
      <OperationTables groups={firstLinks(groups, SHOWN)} />
      {count > SHOWN && (
        <p className="mt-4 text-13 text-ink-2">{`The first ${SHOWN} are shown. More words find fewer.`}</p>
      )}
    </>
  );
}

/** Results of a filter that a page shows. */
const SHOWN = 60;

function OperationTables({ groups }: { groups: readonly IndexGroup[] }) {
  return groups.flatMap((group) =>
    group.sections.map((section) => (
      <section key={section.href ?? group.title} className="mt-7">
        <h3 className="font-reading text-16 text-ink-2 italic">
          {section.href === null ? (
            group.title
          ) : (
            <a href={section.href} className="hover:text-ink">
              {section.title}
            </a>
          )}
        </h3>
        <LinkList links={section.links} />
      </section>
    )),
  );
}
