import type { Outputs } from "../api/client.ts";

/** Contradiction of a rule, as lists answer it. */
export type Violation = Outputs["canonViolations"]["list"]["violations"][number];

/** Ids and body that the operation of a repair takes. */
export interface RepairCall {
  readonly area: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Returns the call that repairs a violation; null where it has no repair. */
export function repairOf({ project_id, repair }: Pick<Violation, "project_id" | "repair">): RepairCall | null {
  if (repair === null) return null;
  const [area = "", name = ""] = repair.operation.split(".");
  const [, , , , subjects = "", id = ""] = repair.path.split("/");
  const param = { facts: "fact_id", relationships: "relationship_id", entities: "entity_id" }[subjects];
  return param === undefined ? null : { area, name, input: { project_id, [param]: id, ...repair.body } };
}
