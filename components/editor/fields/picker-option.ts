/** A line of a picker. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** Said after it, quietly. */
  readonly hint?: string | undefined;
  /** Does something new instead of choosing something that is there: drawn apart. */
  readonly isAction?: boolean | undefined;
}
