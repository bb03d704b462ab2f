/** One answer about what somebody believes. */
export interface Belief {
  readonly set: string;
  /** Read by which it was asked. */
  readonly way: string;
  readonly isRight: boolean;
}
