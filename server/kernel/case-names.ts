/** A name of the interface in camel case: `valid_from_seq` becomes `validFromSeq`, `property_keys` `propertyKeys`. */
export function camelCase(name: string): string {
  return name.replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A name of the interface as the name of a type: `property_key` becomes `PropertyKey`. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
