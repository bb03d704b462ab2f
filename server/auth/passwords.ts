import { randomInt } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { Problem } from "../kernel/problem.ts";
import { BoundedQueue } from "./bounded-queue.ts";

// OWASP's minimum for argon2id, which is the library's default algorithm: 19 MiB, two passes; 20–30 ms here.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Longest password that is looked at; a longer one is wrong without hashing it. */
const LONGEST = 1024;

// Each takes a core and 19 MiB; more at once would only slow each other and everything else on the thread pool.
const queue = new BoundedQueue({
  atOnce: 2,
  waiting: 64,
  refusal: () => new Problem("unavailable", { headers: { "retry-after": "2" } }),
});

/** A password as it is stored: argon2id with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(prepared(password), COST));
}

let decoy: Promise<string> | null = null;

/** Whether this is the password. Without a stored hash (nobody has this e-mail) the work is the same and the answer no. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(generatePassword());
  const against = stored ?? (await decoy);
  const short = password.length <= LONGEST ? password : "";
  const equal = await queue.run(() => verify(against, prepared(short)));
  return equal && stored !== null && short === password;
}

const LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";

/** A password nobody guesses (116 bits), without characters that look alike. */
export function generatePassword(): string {
  let password = "";
  for (let i = 0; i < 20; i++) password += LETTERS.charAt(randomInt(LETTERS.length));
  return password;
}

/** The same password typed on different keyboards may arrive in different Unicode forms. */
function prepared(password: string): string {
  return password.normalize("NFKC");
}
