import { z } from "zod";
import type { ResourceRegistry } from "./registry.ts";

/** Whether the API shows a field of a kind of subject: what only storage knows, such as whether a place is located, is not told. */
export function shownField(resources: ResourceRegistry, subjectType: string): (field: string) => boolean {
  const { schema } = resources.formOf(subjectType);
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  return (field) => field in shape;
}
