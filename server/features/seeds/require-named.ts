import type { SeedDue, SeedPlace } from "#drizzle/schema/seeds.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { itemAt, valueError } from "../../kernel/validation/item.ts";
import { byId, type LookUp } from "../../record/look-up.ts";
import type { PendingChange, RecordView } from "../../record/resource.ts";
import { passage } from "../chapters/public.ts";
import { nodeResource, questResource } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";

/** Fields of a seed that name others. */
interface Naming {
  readonly entity_ids?: readonly string[] | undefined;
  readonly planted?: readonly SeedPlace[] | undefined;
  readonly due?: SeedDue | null | undefined;
  readonly payoff?: SeedPlace | null | undefined;
}

/** Subject that a seed names, and where in the seed. */
interface Named {
  readonly kind: (typeof KINDS)[number];
  readonly id: string;
  readonly loc: readonly (string | number)[];
}

const KINDS = ["entity", "node", "quest", "passage"] as const;

const RESOURCES = {
  entity: entityResource,
  node: nodeResource,
  quest: questResource,
  passage: passage.resource,
} as const;

/** Returns the look-ups of what a body names. */
export function namedLookUps(body: Naming): LookUp[] {
  const named = namedBy(body);
  return KINDS.map((kind) =>
    byId(
      RESOURCES[kind],
      named.flatMap((each) => (each.kind === kind ? each.id : [])),
    ),
  );
}

/**
 * Refuses seeds that newly name what is not there; what was named before may be gone.
 *
 * @throws {@link ValidationProblem} naming all that are missing at once.
 */
export async function requireNamed(
  record: Pick<RecordView, "load">,
  changes: readonly PendingChange<Naming>[],
): Promise<void> {
  const named = changes.flatMap(({ before, after, isKept, loc }) => {
    if (after === null || isKept) return [];
    const known = new Set(before === null ? [] : namedBy(before).map(({ id }) => id));
    return namedBy(after).flatMap((each) => (known.has(each.id) ? [] : { ...each, loc: [...loc, ...each.loc] }));
  });
  const there = new Set<string>();
  for (const kind of KINDS) {
    const ids = new Set(named.flatMap((each) => (each.kind === kind ? each.id : [])));
    if (ids.size === 0) continue;
    for (const id of (await record.load<object>(RESOURCES[kind] as never, [...ids])).keys()) there.add(id);
  }
  const missing = named.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return;
  throw new ValidationProblem(
    missing.map(({ kind, id, loc }) => ({
      ...itemAt([...loc], valueError(`no such ${kind} in this project`)),
      input: id,
    })),
  );
}

function namedBy({ entity_ids = [], planted = [], due = null, payoff = null }: Naming): Named[] {
  return [
    ...entity_ids.map((id, at) => ({ kind: "entity" as const, id, loc: ["entity_ids", at] })),
    ...planted.flatMap((place, at) => placeNamed(place, ["planted", at])),
    ...(due === null ? [] : placeNamed(due, ["due"])),
    ...(payoff === null ? [] : placeNamed(payoff, ["payoff"])),
  ];
}

function placeNamed(place: SeedPlace | SeedDue, loc: readonly (string | number)[]): Named[] {
  if (place.kind === "node") return [{ kind: "node", id: place.node_id, loc: [...loc, "node_id"] }];
  if (place.kind === "passage") return [{ kind: "passage", id: place.passage_id, loc: [...loc, "passage_id"] }];
  if (place.kind === "quest") return [{ kind: "quest", id: place.quest_id, loc: [...loc, "quest_id"] }];
  return [];
}
