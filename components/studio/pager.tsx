interface PagerProps {
  /** Counted from 1. */
  page: number;
  pageSize: number;
  total: number;
  /** Plural noun of what is paged. */
  noun: string;
}

/** Where this page stands in a list, and its neighbours. Nothing when one page holds all. */
export function Pager({ page, pageSize, total, noun }: PagerProps) {
  if (total <= pageSize && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  const link =
    "rounded-control border border-line px-3 py-1.5 font-medium text-ink-2 hover:border-line-strong hover:text-ink";
  return (
    <nav
      aria-label="Pages"
      className="numerals mt-8 flex flex-wrap items-center justify-between gap-4 border-line border-t pt-5 text-13 text-ink-2"
    >
      <p>{first > total ? `No ${noun} here` : `${first}–${last} of ${total} ${noun}`}</p>
      <div className="flex gap-2">
        {page > 1 && (
          <a className={link} rel="prev" href={page === 2 ? "?" : `?page=${page - 1}`}>
            Previous
          </a>
        )}
        {last < total && (
          <a className={link} rel="next" href={`?page=${page + 1}`}>
            Next
          </a>
        )}
      </div>
    </nav>
  );
}
