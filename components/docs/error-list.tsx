import type { ErrorPage } from "#server/docs/error-pages.ts";

/** All error codes with their status. */
export function ErrorList({ pages }: { pages: readonly ErrorPage[] }) {
  return (
    <ul className="max-w-[46rem] border-line border-t">
      {pages.map((page) => (
        <li
          key={page.code}
          className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-line border-b py-2.5"
        >
          <span className="numerals font-code text-12 text-ink-3">{page.status}</span>
          <div className="grid items-baseline gap-x-4 gap-y-0.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
            <a href={`/docs/errors/${page.code}`} className="link break-words font-code text-13">
              {page.code}
            </a>
            <p className="text-13 text-ink-2">{page.title}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
