import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { MARKED_TEXTS, oddCard } from "./card.arbitrary.ts";
import { cardChunk, pngWith } from "./png.fixture.ts";
import { readCard } from "./read-card.ts";
import { writeCard } from "./write-card.ts";

const numRuns = rounds({ gate: 200, full: 1_000 });

/** A text that no card of the tests holds. */
const NEW = 'Not "said" before: \u{1f56f}\n';

describe("a card with odd fields", () => {
  test("comes out byte for byte, as JSON and from a picture", () => {
    fc.assert(
      fc.property(oddCard, ({ source, version }) => {
        const bytes = new TextEncoder().encode(source);
        const read = [
          readCard(source),
          readCard(bytes),
          readCard(pngWith(cardChunk(source, version === 3 ? "ccv3" : "chara"))),
        ];
        for (const card of read) {
          expect(card).toMatchObject({ version, name: "Odo", source });
          if (version === 1) continue;
          // All that was read, written again, is no change.
          const { lorebook, remarks: _, source: kept, version: __, ...fields } = card;
          const lore = lorebook?.entries.map((_, entry) => ({ entry })) ?? [];
          expect(writeCard({ source: kept, changes: { ...fields, lore } })).toBe(source);
        }
      }),
      { numRuns },
    );
  });

  test("changes in the place of the field that is changed alone", () => {
    fc.assert(
      fc.property(oddCard, fc.constantFrom(...MARKED_TEXTS), ({ source, version, written }, field) => {
        fc.pre(version !== 1);
        const before = readCard(source);
        const changes =
          field === "first_mes"
            ? { greetings: [NEW, ...before.greetings.slice(1)] }
            : field === "mes_example"
              ? { sample_lines: [NEW] }
              : { [field]: NEW };
        const value = JSON.stringify(field === "mes_example" ? `<START>\n${NEW}` : NEW);
        const raw = written.get(field) ?? "";
        const expected = source.split(raw).join(value);
        // Of the other greetings empty ones are no greetings, and would leave the list.
        fc.pre(
          field !== "first_mes" ||
            before.greetings.length === 1 + JSON.parse(written.get("alternate_greetings") ?? "").length,
        );
        expect(source.split(raw)).toHaveLength(2);
        expect(writeCard({ source, changes })).toBe(expected);
      }),
      { numRuns },
    );
  });

  test("says the same in another version, with every field of its own", () => {
    fc.assert(
      fc.property(oddCard, fc.constantFrom(2, 3), ({ source, version }, wanted) => {
        const text = writeCard({ source, version: wanted });
        const { version: _, source: __, remarks: ___, ...before } = readCard(source);
        expect(readCard(text)).toMatchObject({
          ...before,
          lorebook: atData(before.lorebook, version),
          version: wanted,
        });
        const data =
          version === 1 ? JSON.parse(source.replace("\ufeff", "")) : JSON.parse(source.replace("\ufeff", "")).data;
        const after = JSON.parse(text.replace("\ufeff", "")).data;
        delete data.character_book;
        expect(after).toMatchObject(data);
        expect(writeCard({ source: text, version: wanted })).toBe(text);
      }),
      { numRuns },
    );
  });
});

/** Pointers of a lorebook where the fields of the card have come into `data`. */
function atData(lorebook: ReturnType<typeof readCard>["lorebook"], version: number) {
  if (lorebook === null || version !== 1) return lorebook;
  return { ...lorebook, entries: lorebook.entries.map((each) => ({ ...each, pointer: `/data${each.pointer}` })) };
}
