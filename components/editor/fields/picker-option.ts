import { searchForm } from "#domain/search-form.ts";

/** A line of a picker. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** Said after it, quietly. */
  readonly hint?: string | undefined;
  /** Does something new instead of choosing something that is there: drawn apart. */
  readonly isAction?: boolean | undefined;
}

/** Whether a text has what was typed in it, in any case and with any accents. */
export function matches(text: string, query: string): boolean {
  return searchForm(text).includes(searchForm(query.trim()));
}
