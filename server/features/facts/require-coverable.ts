import { pointerTokens } from "#domain/change/pointer.ts";
import { isJsonObject } from "#domain/json.ts";
import { invalidValue } from "../../kernel/problem.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import type { Resource } from "../../record/resource.ts";
import { factResource } from "./fact.ts";
import { emptied } from "./pointer.ts";
import { STORY } from "./story.ts";

/**
 * The type of the subject that a secret is to cover.
 *
 * @throws ValidationProblem where there is no such subject, or where it cannot be shown without what stands at the pointer.
 */
export async function requireCoverable(
  { record, services }: Pick<ProjectWriteContext, "record" | "services">,
  { subject_id: id, pointer }: { subject_id: string; pointer: string | null },
  loc: readonly (string | number)[] = ["body"],
): Promise<string> {
  const resource = STORY.find(({ prefix }) => id.startsWith(`${prefix}_`));
  const subject = resource === undefined ? null : await record.get(resource, id);
  if (resource === undefined || subject === null) {
    throw invalidValue([...loc, "subject_id"], "no such subject in this project", id);
  }
  if (pointer !== null) {
    const { schema } = services.resources.formOf(resource.type);
    requirePart(resource, schema as unknown as { shape: object }, pointer, loc);
  }
  return resource.type;
}

/**
 * Checks that the subject has this part and can be shown without it; where it cannot, the whole has to be the secret.
 *
 * @throws {@link ValidationProblem} naming the pointer.
 */
export function requirePart(
  resource: Resource,
  { shape }: { shape: object },
  pointer: string,
  loc: readonly (string | number)[] = ["body"],
): void {
  const at = [...loc, "pointer"];
  if (resource.type === factResource.type) throw invalidValue(at, "a fact is known as a whole or not at all", pointer);
  const [field = "", ...path] = pointerTokens(pointer);
  if (!resource.fields.includes(field) || !Object.hasOwn(shape, field)) {
    throw invalidValue(at, `a ${resource.type} has no field of this name`, pointer);
  }
  const nothing = emptied(resource, field);
  if (nothing === undefined) throw invalidValue(at, `no ${resource.type} is shown without this field`, pointer);
  if (path.length > 0 && !isJsonObject(nothing)) throw invalidValue(at, "this field has no parts", pointer);
}
