import type { JsonObject } from "#domain/json.ts";
import { FIELD_GLOSSARY } from "./field-glossary.ts";

/** A field or parameter with a description: its own, that of its value's schema, or what the glossary says of its name. */
export function withMeaning(field: JsonObject, name: string, component: string): JsonObject {
  const own = field.description ?? inner(field);
  // A default that was put into words stands after the meaning.
  const isDefault = typeof own === "string" && /^`.*` when absent\.$/s.test(own);
  if (own !== undefined && !isDefault) return { ...field, description: own };
  const meaning =
    FIELD_GLOSSARY[`${component}.${name}`] ?? FIELD_GLOSSARY[field.const === true ? `${name} true` : name];
  if (meaning === undefined) return field;
  return { ...field, description: isDefault ? `${meaning} ${own}` : meaning };
}

/** The description of the one form a value has beside null. */
function inner({ anyOf }: JsonObject): string | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const described = anyOf.flatMap((form) => {
    const text = typeof form === "object" && form !== null && !Array.isArray(form) ? form.description : undefined;
    return typeof text === "string" ? [text] : [];
  });
  return described.length === 1 ? described[0] : undefined;
}
