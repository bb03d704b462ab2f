import type { Monitor } from "./monitor.ts";

/** The database that a process works on, whoever runs it. */
export interface DatabaseServer extends Monitor {
  /** For pools; may go through a pooler. Holds a password: never print it. */
  readonly url: string;
  /** For migrations and LISTEN. */
  readonly directUrl: string;
  /** For people and logs; holds no secret. */
  readonly description: string;
}
