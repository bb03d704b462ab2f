import type { ReactNode } from "react";
import { searchForm } from "#domain/search-form.ts";

/** An option of a combobox or a picker. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Said after it, quietly. */
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
  /** Does something new instead of choosing something that is there: drawn apart. */
  readonly isAction?: boolean | undefined;
  /** Words that stand for no subject yet: what they say can be made one. */
  readonly isLoose?: boolean | undefined;
}

/** Whether a text has what was typed in it, in any case and with any accents. */
export function matches(text: string, query: string): boolean {
  return searchForm(text).includes(searchForm(query.trim()));
}

/** Options drawn at once; typing narrows the rest. */
export const DRAWN = 100;

/** The options that are drawn: the first, and every action. */
export function drawnOptions(options: readonly Option[]): readonly Option[] {
  if (options.length <= DRAWN) return options;
  return [...options.slice(0, DRAWN), ...options.slice(DRAWN).filter(({ isAction }) => isAction === true)];
}
