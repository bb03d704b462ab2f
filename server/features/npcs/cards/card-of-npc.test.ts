import fc from "fast-check";
import { expect, test } from "vitest";
import { oddCard } from "#domain/import/cards/card.arbitrary.ts";
import { NO_OWN_FIELDS } from "#domain/import/cards/own-fields.ts";
import { isFact, readCard } from "#domain/import/cards/read-card.ts";
import { writeCard } from "#domain/import/cards/write-card.ts";
import { entriesOf } from "#domain/import/cards/write-lorebook.ts";
import { rounds } from "#test-size";
import type { NpcVersion } from "../npc.ts";
import type { CardMaterial } from "./card-material.ts";
import { currentCard, neededEarlier, sourceCard } from "./card-of-npc.ts";
import { characterOf } from "./npc-of-card.ts";

/** Returns what the record has of a card that was just imported. */
function importedFrom(source: string): CardMaterial {
  const card = readCard(source);
  const entries = card.lorebook?.entries ?? [];
  const { name, aliases, fields } = characterOf(card, entries, "card");
  const card_facts = entries.map((entry, at) => (isFact(entry) ? `fact_${at}` : null));
  const facts = entries.flatMap(({ text }, at) => (card_facts[at] == null ? [] : [{ id: card_facts[at], text }]));
  const npc = { ...fields, card_facts, earlier_cards: [], earlier_card_facts: [] } as unknown as NpcVersion;
  return { npc, name, aliases, facts, withheld: new Set(), hiddenNames: null };
}

const only = (last: string) => ({ last, earlier: [] });

test("the card of an npc that was just imported is the one that came, byte for byte, in either view", () => {
  fc.assert(
    fc.property(oddCard, ({ source, version }) => {
      fc.pre(version !== 1);
      const material = importedFrom(source);
      expect(currentCard(material, only(source), version as 2 | 3)).toEqual({ text: source, withheld: 0, left_out: 0 });
      expect(sourceCard(material, source, version as 2 | 3).text).toBe(source);
    }),
    { numRuns: rounds({ gate: 200, full: 1_000 }) },
  );
});

test("an entry leaves the card with its fact, in both views where that is secret", () => {
  fc.assert(
    fc.property(oddCard, fc.nat(), ({ source }, which) => {
      const whole = importedFrom(source);
      const gone = whole.facts[which % whole.facts.length];
      fc.pre(gone !== undefined);
      const material = { ...whole, facts: whole.facts.filter((fact) => fact !== gone), withheld: new Set([gone.id]) };
      const all = readCard(source).lorebook?.entries ?? [];
      const left = all.flatMap(({ text, keys }, at) => (`fact_${at}` === gone.id ? [] : [{ text, keys }]));
      for (const written of [currentCard(material, only(source), 3), sourceCard(material, source, 3)]) {
        const entries = readCard(written.text).lorebook?.entries ?? [];
        expect(entries.map(({ text, keys }) => ({ text, keys }))).toEqual(left);
        expect(written.withheld).toBe(1);
      }
    }),
    { numRuns: rounds({ gate: 50, full: 500 }) },
  );
});

test("a nickname and aliases that are secret by now are in neither view, and nothing else goes with them", () => {
  fc.assert(
    fc.property(oddCard, fc.constantFrom("O the Grey", ""), ({ source: odd }, nickname) => {
      const aliases = ["The Reed"];
      const source = writeCard({ source: odd, changes: { nickname, own: { ...readCard(odd).own, aliases } } });
      const material = { ...importedFrom(source), aliases: [], hiddenNames: aliases };
      const { version, own, ...rest } = readCard(source);
      for (const { text } of [currentCard(material, only(source), 3), sourceCard(material, source, 3)]) {
        const written = readCard(text);
        expect([written.nickname, written.own]).toEqual(["", { ...own, aliases: [] }]);
        expect(written.lorebook?.entries).toEqual(rest.lorebook?.entries);
        expect(written.description).toBe(rest.description);
      }
    }),
    { numRuns: rounds({ gate: 50, full: 500 }) },
  );
});

test("names that a secret covers are no keys and no names of entries, wherever these come from", () => {
  const entry = (text: string, keys: string[], more: object = {}) => ({
    text,
    keys,
    secondary_keys: [],
    constant: false,
    ...more,
  });
  const wanted = [
    entry("He keeps the gate.", ["the reed", "gate"], { secondary_keys: ["O", "ebb"], name: "The Reed" }),
    entry("He fears the tide.", ["The Reed "], { name: "Tide" }),
  ];
  const own = { ...NO_OWN_FIELDS, aliases: ["Old Reed"] };
  const written = writeCard({ source: null, changes: { name: "Odo", nickname: "O", own, lore: wanted } });
  // Other tools have a comment beside the name of an entry.
  const source = written.replace('"name":"Tide"', '"name":"Tide","comment":"The Reed"');
  expect(source).not.toBe(written);
  const last = importedFrom(source);
  const earlier = { card_facts: [], earlier_cards: ["first"], earlier_card_facts: [last.npc.card_facts] };
  const hidden = { aliases: [], hiddenNames: ["The Reed"] };
  const merged = { ...last, ...hidden, npc: { ...last.npc, ...earlier } };
  const none = writeCard({ source: null, changes: { name: "Odo", nickname: "O" } });
  for (const { text } of [
    currentCard({ ...last, ...hidden }, only(source), 3),
    currentCard(merged, { last: none, earlier: [source] }, 3),
    sourceCard({ ...last, ...hidden }, source, 3),
  ]) {
    const entries = readCard(text).lorebook?.entries ?? [];
    expect(entries.map(({ name, keys, secondary_keys }) => [name, keys, secondary_keys])).toEqual([
      ["Odo", ["gate"], ["ebb"]],
      ["Tide", ["Odo"], []],
    ]);
    expect(text).not.toMatch(/reed/i);
  }
});

test("what an earlier card had comes out of the merged one as it was there", () => {
  fc.assert(
    fc.property(oddCard, oddCard, ({ source: last }, { source: first }) => {
      const [now, before] = [importedFrom(last), importedFrom(first)];
      const of = before.npc.card_facts.map((id) => (id === null ? null : `first_${id}`));
      const facts = before.facts.map((fact) => ({ ...fact, id: `first_${fact.id}` }));
      const npc = { ...now.npc, earlier_cards: ["first"], earlier_card_facts: [of] };
      const merged = { ...now, npc, facts: [...now.facts, ...facts] };
      expect(neededEarlier(merged)).toEqual([facts.length > 0]);
      const { text } = currentCard(merged, { last, earlier: [first] }, 3);
      const raw = entriesOf(first).filter((_, at) => of[at] !== null);
      const own = now.npc.card_facts.length;
      const written = entriesOf(text).slice(own);
      expect(written.map(({ entry }) => [entry.keys, entry.text, entry.decorators])).toEqual(
        raw.map(({ entry }) => [entry.keys, entry.text, entry.decorators]),
      );
      for (const { json } of raw) expect(text).toContain(json.trimEnd().slice(0, -1).trimEnd());
    }),
    { numRuns: rounds({ gate: 100, full: 1_000 }) },
  );
});
