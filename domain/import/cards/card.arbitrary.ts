import fc from "fast-check";

/** Text of a card, and the characters of its values by the paths of names that lead to them. */
export interface OddCard {
  readonly version: 1 | 2 | 3;
  readonly source: string;
  /** Characters of the values of the card's fields in the text. */
  readonly written: ReadonlyMap<string, string>;
}

interface Style {
  readonly indent: string;
  readonly colon: string;
  readonly escapes: boolean;
}

const words = fc.string({
  unit: fc.constantFrom("a", "é", "\u{1f30a}", '"', "\\", "\n", "/", "<", " ", "{{char}}", "中"),
  maxLength: 12,
});
const name = fc.string({ unit: fc.constantFrom("k", "ü", " ", "/", "~", "."), minLength: 1, maxLength: 6 });

/** Numbers as only a text can hold them. */
const number = fc.constantFrom(
  "0",
  "-0",
  "1.50",
  "1e3",
  "1E+2",
  "123456789012345678901",
  "0.10000000000000000555",
  "1e999",
);

/** Returns values of fields that nobody knows, as JSON text. */
const odd = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom("null", "true", "false", '"\\ud800"', '"\\u0000"', '"\\/"'),
    number,
    words.map((text) => JSON.stringify(text)),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[ ${items.join(" , ")}]`),
    fc
      .uniqueArray(fc.tuple(name, tie("value")), { maxLength: 3, selector: ([key]) => key })
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)} :\t${value}`).join(",")} }`),
  ),
})).value;

const style: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom("", " ", "\n  ", "\r\n\t"),
  colon: fc.constantFrom(":", ": ", " : "),
  escapes: fc.boolean(),
});

/** Writes a text as JSON, perhaps with all letters escaped that are not ASCII. */
function written(text: string, { escapes }: Style): string {
  const json = JSON.stringify(text);
  if (!escapes) return json;
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const list = (items: readonly string[], { indent }: Style) =>
  items.length === 0 ? "[]" : `[${indent}${items.join(`,${indent}`)}${indent}]`;
const object = (members: readonly (readonly [string, string])[], { indent, colon }: Style) =>
  `{${indent}${members.map(([key, value]) => `${JSON.stringify(key)}${colon}${value}`).join(`,${indent}`)}${indent}}`;

/** Names of the texts that a test changes: each has words that stand nowhere else in the card. */
export const MARKED_TEXTS = ["description", "personality", "scenario", "first_mes", "mes_example"] as const;

const entry = (how: Style) =>
  fc
    .record({
      keys: fc.array(words, { maxLength: 3 }),
      content: words,
      enabled: fc.boolean(),
      order: number,
      more: odd,
      at: fc.nat(4),
    })
    .map(({ keys, content, enabled, order, more, at }) => {
      const members: [string, string][] = [
        [
          "keys",
          list(
            keys.map((key) => written(key, how)),
            how,
          ),
        ],
        ["content", written(content, how)],
        ["enabled", String(enabled)],
        ["insertion_order", order === "1e999" ? "7" : order],
      ];
      members.splice(at, 0, ["extensions", more]);
      return object(members, how);
    });

const lists = fc.record({
  alternate_greetings: fc.array(words, { maxLength: 3 }),
  tags: fc.array(words, { maxLength: 3 }),
});

/** Cards of all versions with fields and extensions that nobody knows, names in any order, and spaces anywhere. */
export const oddCard: fc.Arbitrary<OddCard> = fc.tuple(style, fc.constantFrom(1, 2, 3)).chain(([how, version]) =>
  fc
    .record({
      texts: fc.tuple(...MARKED_TEXTS.map(() => words)),
      lists,
      entries: fc.option(fc.array(entry(how), { maxLength: 3 })),
      extensions: fc.uniqueArray(fc.tuple(name, odd), { maxLength: 3, selector: ([key]) => key }),
      unknown: fc.uniqueArray(fc.tuple(name, odd), { maxLength: 3, selector: ([key]) => key }),
      outer: fc.uniqueArray(fc.tuple(name, odd), { maxLength: 2, selector: ([key]) => key }),
      mark: fc.constantFrom("", "\ufeff"),
      tail: fc.constantFrom("", "\n", " \r\n"),
      seed: fc.infiniteStream(fc.nat()),
    })
    .map(({ texts, lists: { alternate_greetings, tags }, entries, extensions, unknown, outer, mark, tail, seed }) => {
      const fields: [string, string][] = [
        ["name", written("Odo", how)],
        ...MARKED_TEXTS.map((field, at): [string, string] => [field, written(`${field} of Odo. ${texts[at]}`, how)]),
        [
          "alternate_greetings",
          list(
            alternate_greetings.map((text) => written(text, how)),
            how,
          ),
        ],
        [
          "tags",
          list(
            tags.map((text) => written(text, how)),
            how,
          ),
        ],
        ["extensions", object(extensions, how)],
        ...(entries === null
          ? []
          : [["character_book", object([["entries", list(entries, how)]], how)] as [string, string]]),
        ...unknown,
      ];
      const mixed = shuffled(fields, seed);
      const source =
        version === 1
          ? object(mixed, how)
          : object(
              shuffled(
                [
                  ["spec", `"chara_card_v${version}"`],
                  ["spec_version", `"${version}.0"`],
                  ["data", object(mixed, how)],
                  ...outer.map(([key, value]): [string, string] => [`x${key}`, value]),
                ],
                seed,
              ),
              how,
            );
      return { version: version as 1 | 2 | 3, source: mark + source + tail, written: new Map(fields) };
    }),
);

function shuffled<Item>(items: readonly Item[], seed: Iterator<number>): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice((seed.next().value ?? 0) % left.length, 1));
}
