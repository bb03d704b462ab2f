import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchForm } from "#domain/search-form.ts";
import type { Command } from "./command.ts";
import { type Findable, findRanked } from "./find.ts";
import { type PaletteItem, sectionsOf } from "./palette-sections.ts";
import { COMMANDS } from "./table.ts";

const LISTED = (COMMANDS as readonly Command[]).filter(({ hidden }) => hidden !== true);
const item = (title: string, id = title): Findable & PaletteItem => ({
  id,
  title,
  detail: "",
  keys: null,
  disabledReason: null,
  isProse: false,
  run: () => undefined,
});
const commands = LISTED.map(({ id, title, words = "" }) => ({ ...item(title, id), words }));
const LOOKED_UP = { wordsOf: ({ words }: { words: string }) => words, isFuzzy: true };
const ranked = (query: string) => findRanked(commands, query, commands.length, LOOKED_UP);
const isScreen = ({ id }: { id: string }) => LISTED.find((each) => each.id === id)?.section === "Go to";

/** The palette over these cards and dialogues, as titles from the top. */
function shown(query: string, cards: readonly string[] = [], dialogues: readonly string[] = []): string[] {
  const of = (titles: readonly string[]) =>
    findRanked(
      titles.map((title) => item(title)),
      query,
      20,
    );
  const found = ranked(query);
  const sections = sectionsOf(
    {
      cards: of(cards),
      dialogues: of(dialogues),
      screens: found.filter((each) => isScreen(each.item)),
      acts: found.filter((each) => !isScreen(each.item)),
    },
    query === "",
  );
  return sections.flatMap(({ items }) => items.map(({ title }) => title));
}

describe("what is typed", () => {
  test("finds the command before a card that says the word, and the page before a dialogue", () => {
    expect(shown("dark", ["Dark is the water.", "It is dark"])[0]).toBe("Use the dark theme");
    expect(shown("variable", ["A variable sky"], ["Variable weather"])[0]).toBe("Variables");
    expect(shown("ferry", ["The ferry leaves"], ["Ferries"])[0]).toBe("The ferry leaves");
  });

  test("finds who is called so before cards that mention them, and what can be made last, unless it is asked for", () => {
    const of = (...titles: readonly string[]) =>
      findRanked(
        titles.map((title) => item(title)),
        "odo pell",
        20,
      );
    const made = (rank: number) => [{ item: item("New character “odo pell”"), rank }];
    const headings = (rank: number) =>
      sectionsOf(
        { cards: of("You owe Odo Pell."), world: of("Odo Pell"), elsewhere: of("He is Odo Pell."), makes: made(rank) },
        false,
      ).map(({ heading }) => heading);
    expect(headings(0)).toEqual(["World", "Cards of this dialogue", "Cards of other dialogues", "New"]);
    expect(headings(5)[0]).toBe("New");
  });

  test("has one line for one name of an act, and one for each thing of the story", () => {
    const one = { item: item("Variables"), rank: 5 };
    const thing = (id: string) => ({ item: { ...item("The Heron", id), isProse: true }, rank: 3 });
    const sections = sectionsOf({ screens: [one], acts: [one], world: [thing("ent_1"), thing("ent_2")] }, false);
    expect(sections.flatMap(({ items }) => items.map(({ title }) => title))).toEqual([
      "Variables",
      "The Heron",
      "The Heron",
    ]);
  });

  test("finds a command by letters of its title, after whatever has the words", () => {
    expect(shown("drkth")[0]).toBe("Use the dark theme");
    expect(shown("drkth", ["Drkth, the demon"])[0]).toBe("Drkth, the demon");
    expect(shown("zqx")).toEqual([]);
  });

  const part = fc
    .constantFrom(...commands)
    .chain(({ title }) =>
      fc
        .tuple(fc.nat(title.length - 1), fc.nat(title.length))
        .map(([from, length]) => title.slice(from, from + length)),
    );
  const query = fc.oneof(part, fc.string({ maxLength: 8 }), fc.lorem({ maxCount: 2 })).map((text) => text.trim());

  test("ranks titles that begin so first, then words that do, then titles that hold it, then other words, then letters", () => {
    const tier = (title: string, words: string, typed: string): number => {
      const parts = typed.split(/\s+/);
      if (title.startsWith(parts.join(" "))) return 5;
      if (parts.every((each) => title.split(" ").some((_, at, all) => all.slice(at).join(" ").startsWith(each))))
        return 4;
      if (parts.every((each) => title.includes(each))) return 3;
      return parts.every((each) => `${title} ${words}`.includes(each)) ? 2 : 1;
    };
    fc.assert(
      fc.property(query, (typed) => {
        const wanted = searchForm(typed).trim();
        if (wanted === "") return;
        const tiers = ranked(typed).map(({ item: each }) =>
          tier(searchForm(each.title), searchForm(each.words), wanted),
        );
        expect(tiers).toEqual([...tiers].sort((a, b) => b - a));
      }),
    );
  });

  test("finds every command that holds it, and by the beginning of its title no other kind first", () => {
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.integer({ min: 1, max: 40 }), ({ title, id }, length) => {
        const typed = title.slice(0, length);
        const found = ranked(typed);
        expect(found.map(({ item: each }) => each.id)).toContain(id);
        expect(searchForm(found[0]?.item.title ?? "").startsWith(searchForm(typed).trim())).toBe(true);
        expect(shown(typed, [`He said: ${title}`])[0]).not.toBe(`He said: ${title}`);
      }),
    );
  });
});
