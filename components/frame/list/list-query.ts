import type { QueryKey } from "@tanstack/react-query";
import { byOffset } from "../api/by-offset.ts";
import { PAGE } from "../project/page-size.ts";

/** Page of a list by offset. */
export interface OffsetPage {
  readonly has_more: boolean;
  readonly total?: number | null;
}

/** Read of a list by offset. */
export interface ListQuery<Page, Row> {
  /** Key of the operation with its input; `changes` is what is asked again after a change, where that is more. */
  readonly queryKey: QueryKey;
  readonly changes?: QueryKey | undefined;
  /** Asks for a page. */
  ask(page: { offset: number; limit: number }, signal: AbortSignal): Promise<Page>;
  rowsOf(page: Page): readonly Row[];
  /** Reads all pages, one after the other, so that the list finds and sorts by itself. */
  readonly isWhole?: boolean | undefined;
  readonly size?: number | undefined;
}

/** Returns the query of a list, page after page. */
export function pagesOf<Page extends OffsetPage, Row>({ queryKey, ask, size = PAGE }: ListQuery<Page, Row>) {
  return {
    queryKey: [...queryKey, "rows"] as QueryKey,
    queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
      ask({ offset: pageParam, limit: size }, signal),
    ...byOffset(size),
  };
}
