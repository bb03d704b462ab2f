/** A stretch of two texts: in both, only in the earlier, or only in the later. */
export interface DiffPart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Beyond this many words a side, the difference is said as a whole: the table would cost more than it tells. */
const MAX_WORDS = 1_500;

/** Words, the spaces between them, and marks, each a piece; scripts without spaces go letter by letter. */
const PIECE =
  /\s+|[\p{L}\p{N}\p{M}'’]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])|[\p{L}\p{N}\p{M}'’]+|[^\s\p{L}\p{N}]/gu;

/** Compares two texts word by word. Joined, `same` and `removed` are the earlier text, `same` and `added` the later. */
export function wordDiff(before: string, after: string): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const a = before.match(PIECE) ?? [];
  const b = after.match(PIECE) ?? [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const parts: DiffPart[] = [];
  const put = (kind: DiffPart["kind"], text: string): void => {
    const last = parts.at(-1);
    if (text === "") return;
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push({ kind, text });
  };
  put("same", a.slice(0, start).join(""));
  const [mine, theirs] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (mine.length > MAX_WORDS || theirs.length > MAX_WORDS) {
    put("removed", mine.join(""));
    put("added", theirs.join(""));
  } else walk(mine, theirs, put);
  put("same", a.slice(a.length - end).join(""));
  return parts;
}

/** The longest common run of pieces, from the classic table of lengths. */
function walk(a: readonly string[], b: readonly string[], put: (kind: DiffPart["kind"], text: string) => void): void {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      put("same", a[i] ?? "");
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      put("removed", a[i] ?? "");
      i += 1;
    } else {
      put("added", b[j] ?? "");
      j += 1;
    }
  }
}
