/**
 * Error that the person who starts Fabula can put right. The message is all they read: one clear sentence with the
 * remedy (one a line when there are several), and it never holds a secret.
 */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}
