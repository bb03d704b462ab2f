import type { ReactNode } from "react";
import { Wordmark } from "../ui/brand/wordmark.tsx";
import { DocsIndex } from "./docs-index.tsx";
import type { IndexGroup } from "./index-entries.ts";

/** The documentation's page: bar, index, text. On narrow screens the index folds into a link above the text. */
export function DocsFrame({
  index,
  version,
  children,
}: {
  index: IndexGroup[];
  version: string | null;
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh">
      <header className="border-line border-b print:hidden">
        <div className="mx-auto flex min-h-14 max-w-[84rem] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-2 sm:px-8">
          <div className="flex items-baseline gap-3">
            <a href="/" className="rounded-control" aria-label="Fabula, home">
              <Wordmark />
            </a>
            <a href="/docs" className="rounded-control font-reading text-16 text-ink-2 italic hover:text-ink">
              reference
            </a>
          </div>
          <div className="numerals flex items-center gap-4 text-12 text-ink-3">
            {version !== null && <span>Version {version}</span>}
            <a className="link" href="/v1/openapi.json">
              OpenAPI
            </a>
          </div>
        </div>
      </header>
      <div className="mx-auto max-w-[84rem] px-5 sm:px-8 lg:grid lg:min-h-[calc(100dvh-3.5rem)] lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-12">
        <div className="border-line max-lg:-mx-5 max-lg:border-b max-lg:px-5 sm:max-lg:-mx-8 sm:max-lg:px-8 lg:border-e print:hidden">
          <nav
            id="contents"
            aria-label="Documentation"
            className="group lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:py-8 lg:pe-5"
          >
            {/* Opened by its address, so that it needs no script and closes with every link that is followed. */}
            <a
              href="#contents"
              className="block rounded-control py-3 font-medium text-13 text-ink-2 group-target:hidden lg:hidden"
            >
              Contents and filter
            </a>
            <a
              href="#main"
              className="hidden rounded-control py-3 font-medium text-13 text-ink-2 max-lg:group-target:block"
            >
              Close contents
            </a>
            <div className="max-lg:hidden max-lg:pb-5 max-lg:group-target:block">
              <DocsIndex groups={index} />
            </div>
          </nav>
        </div>
        <main id="main" tabIndex={-1} className="min-w-0 py-8 outline-none lg:py-10">
          {children}
        </main>
      </div>
    </div>
  );
}
