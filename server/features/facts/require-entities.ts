import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import type { RecordView } from "../../record/resource.ts";
import { entityResource } from "../entities/public.ts";

/** An entity that a request names, and where. */
interface Named {
  readonly id: string;
  readonly loc: readonly (string | number)[];
}

/**
 * Checks that the project has these entities.
 *
 * @throws {@link ValidationProblem} naming all that are missing at once.
 */
export async function requireEntities(record: Pick<RecordView, "load">, named: readonly Named[]): Promise<void> {
  if (named.length === 0) return;
  const found = await record.load(entityResource, [...new Set(named.map(({ id }) => id))]);
  const missing = named.filter(({ id }) => !found.has(id));
  if (missing.length === 0) return;
  throw new ValidationProblem(
    missing.map(({ id, loc }) => ({ ...itemAt([...loc], valueError("no such entity in this project")), input: id })),
  );
}
