import { createHash } from "node:crypto";

/** Writes lines as JSON, with an end that says how many there are and their SHA-256: a cut or changed file is recognised. */
export async function* sealed(lines: AsyncIterable<object>): AsyncGenerator<string, undefined, undefined> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    count += 1;
    yield text;
  }
  yield `${JSON.stringify({ type: "end", lines: count, sha256: hash.digest("hex") })}\n`;
}
