import { cut } from "#domain/code-points.ts";
import type { Resource } from "../../../record/resource.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";

/** Numbers that are tried for each name in a look-up: one at first, as it is mostly free, and more in each that follows. */
const MORE = 4;
const AT_ONCE = 16;

/** Form of the names that are tried: `gold_2`, `The ferry 2`. */
interface NumberedNames {
  /** Character before the number. */
  readonly between: string;
  /** Code points a name may have. */
  readonly max: number;
}

/** Free names for subjects whose own ones are taken, in order; `others` are taken besides those of the project. */
export async function freeNames<S extends { name: string }>(
  record: UnitOfWork,
  resource: Resource<S>,
  wanted: readonly string[],
  others: ReadonlySet<string>,
  { between, max }: NumberedNames,
): Promise<string[]> {
  const numbered = (name: string, number: number): string => {
    const end = `${between}${number}`;
    return cut(name, max - end.length) + end;
  };
  const taken = new Set(others);
  const result: string[] = [];
  let open = [...wanted.entries()];
  for (let first = 2, count = 1; open.length > 0; first += count, count = Math.min(AT_ONCE, count * MORE)) {
    const tries = open.map(([at, name]) => ({
      at,
      tries: Array.from({ length: count }, (_, i) => numbered(name, first + i)),
    }));
    const held = await record.find(resource, { name: [...new Set(tries.flatMap((each) => each.tries))] });
    for (const { name } of held) taken.add(name);
    for (const each of tries) {
      const free = each.tries.find((name) => !taken.has(name));
      if (free === undefined) continue;
      taken.add(free);
      result[each.at] = free;
    }
    open = open.filter(([at]) => result[at] === undefined);
  }
  return result;
}
