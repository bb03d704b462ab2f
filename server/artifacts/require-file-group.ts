import { ValidationProblem } from "../kernel/problem.ts";
import { itemAt, valueError } from "../kernel/validation/item.ts";
import type { Db } from "../record/database.ts";
import type { PendingChange } from "../record/resource.ts";
import { findFiles } from "./find-files.ts";

/**
 * Makes sure that the files named by changes are of a group, such as `image`, and shown by browsers. What the project has not is refused
 * by the unit of work.
 *
 * @throws ValidationProblem at each `file` that is not
 */
export async function requireFileGroup(
  { db, projectId }: { readonly db: Db; readonly projectId: string },
  changes: readonly PendingChange<{ file: string }>[],
  group: "image" | "audio",
  refusal: string,
): Promise<void> {
  const named = changes.flatMap(({ before, after, loc }) =>
    after === null || after.file === before?.file ? [] : [{ sha256: after.file, loc: [...loc, "file"] }],
  );
  const hashes = named.map(({ sha256 }) => sha256);
  const kept = new Map((await findFiles(db, projectId, hashes)).map((file) => [file.sha256, file]));
  const wrong = named.filter(({ sha256 }) => {
    const file = kept.get(sha256);
    return file !== undefined && (file.is_quarantined || !file.media_type.startsWith(`${group}/`));
  });
  if (wrong.length > 0) {
    throw new ValidationProblem(wrong.map(({ loc, sha256 }) => itemAt(loc, valueError(refusal), sha256)));
  }
}
