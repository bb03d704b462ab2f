/** Mistake in an answer, at a JSON pointer. */
export interface AnswerIssue {
  readonly pointer: string;
  readonly message: string;
}
