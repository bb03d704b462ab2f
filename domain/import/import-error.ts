export type ImportErrorCode =
  | "wrong_content_type"
  | "invalid_json"
  | "invalid_character"
  | "invalid_syntax"
  | "too_deep"
  | "too_large"
  | "invalid_shape"
  | "empty_story"
  | "unknown_format"
  | "unknown_language";

export interface ImportIssue {
  /** JSON pointer into the content; null in a text. */
  pointer: string | null;
  message: string;
  /** Location in a text, counted from 1. */
  line?: number;
  column?: number;
  /** Path of the file, where the import has several. */
  file?: string;
}

/** The only thing an importer throws: what is wrong with the file, and where. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly code: ImportErrorCode;
  /** JSON pointer into the content, for JSON formats. */
  readonly pointer: string | null;
  /** Line of the content, counted from 1, for text formats and for JSON that does not parse. */
  readonly line: number | null;
  /** Column of that line, counted from 1, where it is known. */
  readonly column: number | null;
  /** Path of the file, where the import has several. */
  readonly file: string | null;
  /** All mistakes found, where there can be more than one. */
  readonly issues: readonly ImportIssue[];

  constructor(
    code: ImportErrorCode,
    message: string,
    where: { pointer?: string; line?: number; column?: number; file?: string; issues?: readonly ImportIssue[] } = {},
  ) {
    super(message);
    this.code = code;
    this.pointer = where.pointer ?? null;
    this.line = where.line ?? null;
    this.column = where.column ?? null;
    this.file = where.file ?? null;
    this.issues = where.issues ?? [];
  }
}
