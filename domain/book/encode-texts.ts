/** Characters that are encoded together: in small parts a text compresses badly. */
const TOGETHER = 256 * 1024;

/** Encodes a text that comes in parts, some of them together, so that it is never in memory as a whole. */
export async function* encodeTexts(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, undefined, undefined> {
  const encoder = new TextEncoder();
  let gathered: string[] = [];
  let length = 0;
  for await (const text of texts) {
    gathered.push(text);
    length += text.length;
    if (length < TOGETHER) continue;
    yield encoder.encode(gathered.join(""));
    gathered = [];
    length = 0;
  }
  if (length > 0) yield encoder.encode(gathered.join(""));
}
