/**
 * Something the person who starts Fabula can put right. The message is the whole of what they read: one clear
 * sentence with the remedy (one a line when there are several), and it never holds a secret.
 */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}
