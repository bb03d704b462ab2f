import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../../studio.fixture.tsx";
import { Knowledge } from "./knowledge.tsx";

const ANA = "ent_01jd0000000000000000000000";
const BOR = "ent_01jd0000000000000000000001";

const NAMED = [
  { id: ANA, name: "Ana Vel", properties: {} },
  { id: BOR, name: "Bor Hask", properties: {} },
];

const known = (id: string, text: string, known_by: "everyone" | string[], witness_id: string | null) => {
  const source = { kind: "client", label: "the ferry", witness_id };
  return {
    fact: { id, text, subject_id: null, also_about: [], known_by, secret: known_by !== "everyone", told: {}, source },
    since: { seq: 7, at: "2026-11-20T19:10:00.000Z", kind: "fact.updated" },
    from: source,
    through: known_by === "everyone" ? ["everyone"] : known_by,
    told: known_by === "everyone" ? null : { how: "heard", from: BOR },
  };
};

const shown = (query = "") =>
  render(
    <Studio query={query}>
      <Knowledge entityId={ANA} name="Ana Vel" />
    </Studio>,
  );

test("each fact says since when and from whom, and the arrows go from one to the next", async () => {
  const asked: unknown[] = [];
  answerWith({
    "entities.list": () => ({ entities: NAMED, total: 2, has_more: false }),
    "facts.knowledge": (input) => {
      asked.push(input.at_seq);
      const knowledge = [
        known("fact_1", "The tide turns.", "everyone", null),
        known("fact_2", "He forged it.", [BOR], BOR),
      ];
      return { knowledge, total: 2, has_more: false, withheld: 3 };
    },
  });
  shown("at=7");
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/The tide turns\..*Noted from the ferry.*Known to all/),
    expect.stringMatching(/He forged it\..*Heard it, from Bor Hask.*Through Bor Hask.*Known to Bor HaskSecret/),
  ]);
  expect(screen.getByRole("status").textContent).toBe("2 facts · 3 more not known to Ana Vel");
  expect(asked).toEqual([7]);
  const [first, second] = screen.getAllByRole("button", { name: /^since / });
  first?.focus();
  await userEvent.setup().keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(second);
});

test("knowing nothing is said in a sentence", async () => {
  answerWith({ "facts.knowledge": () => ({ knowledge: [], total: 0, has_more: false, withheld: 0 }) });
  shown();
  expect(await screen.findByText(/Ana Vel knows no facts/)).toBeTruthy();
});
