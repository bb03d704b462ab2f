/** The forms one name takes in the code of a feature. */
export interface FeatureNames {
  /** `lore-entry` */
  kebab: string;
  /** `lore-entries`: folder, path segment */
  kebabPlural: string;
  /** `loreEntry` */
  camel: string;
  /** `LoreEntry` */
  pascal: string;
  /** `LoreEntries` */
  pascalPlural: string;
  /** `lore_entry`: subject type, id parameter */
  snake: string;
  /** `lore_entries`: list field, table */
  snakePlural: string;
  /** `loreEntries`: area of the registry */
  camelPlural: string;
  /** `lore entry`, for sentences */
  words: string;
  wordsPlural: string;
  /** `a` or `an` */
  article: string;
  /** Prefix of its ids. */
  prefix: string;
}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;

/**
 * Derives every form from a singular name in kebab case. Throws a sentence for a name that is none, or a prefix that is
 * taken.
 */
export function featureNames(
  name: string,
  options: { plural?: string | undefined; prefix?: string | undefined; taken: readonly string[] },
): FeatureNames {
  if (!KEBAB.test(name))
    throw new Error(`"${name}" is no name: write it in lower case with dashes, such as lore-entry.`);
  const plural = options.plural ?? pluralOf(name);
  if (!KEBAB.test(plural)) throw new Error(`"${plural}" is no plural: write it in lower case with dashes.`);
  const prefix = options.prefix ?? name.replaceAll("-", "").slice(0, 4);
  if (!/^[a-z]{2,5}$/.test(prefix)) throw new Error(`"${prefix}" is no id prefix: two to five letters.`);
  if (options.taken.includes(prefix))
    throw new Error(`The id prefix "${prefix}" is taken: give another with --prefix.`);
  return {
    kebab: name,
    kebabPlural: plural,
    camel: camel(name),
    pascal: capital(camel(name)),
    pascalPlural: capital(camel(plural)),
    snake: name.replaceAll("-", "_"),
    snakePlural: plural.replaceAll("-", "_"),
    camelPlural: camel(plural),
    words: name.replaceAll("-", " "),
    wordsPlural: plural.replaceAll("-", " "),
    article: /^[aeiou]/.test(name) ? "an" : "a",
    prefix,
  };
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

function camel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
