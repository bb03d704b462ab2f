import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../../studio.fixture.tsx";
import type { Entity } from "../entity/use-entity.ts";
import { MembersSection } from "./members-section.tsx";

const RAKERS = { id: "ent_rakers", name: "The Free Rakers", type: "faction" } as Entity;
const neighbor = (id: string, name: string, type: string, of = "character") => ({
  direction: "incoming",
  relationship: { id: `rel_${id}`, type, properties: {} },
  entity: { id: `ent_${id}`, name, type: of, location_path: null },
});

test("a group has the characters who belong to it, not what else is related to it, and takes another one in", async () => {
  const made: object[] = [];
  const neighbors = [
    neighbor("ana", "Ana Vel", "leads"),
    neighbor("bor", "Bor Hask", "owes"),
    neighbor("pan", "The Pan", "belongs_to", "item"),
  ];
  answerWith({
    "relationships.neighbors": () => ({ neighbors, total: neighbors.length, has_more: false }),
    "relationships.create": (input) => {
      made.push(input);
      neighbors.push(neighbor("cai", "Cai", "member_of"));
      return {};
    },
    "entities.list": () => ({
      entities: ["ana", "cai"].map((id) => ({ id: `ent_${id}`, name: id, type: "character", location_path: null })),
      total: 2,
      has_more: false,
    }),
  });
  render(
    <Studio>
      <MembersSection entity={RAKERS} />
    </Studio>,
  );
  expect((await screen.findAllByRole("listitem")).map((row) => row.textContent)).toEqual([
    "Ana Velleads The Free Rakers",
  ]);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Add a member" }));
  await user.click(screen.getByRole("combobox", { name: "New member" }));
  // Who is a member already is not offered.
  expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual([
    expect.stringMatching(/^cai/),
  ]);
  await user.click(screen.getByRole("option"));
  expect(await screen.findByText("2 members")).toBeTruthy();
  expect(made).toEqual([
    { project_id: expect.any(String), type: "member_of", source_id: "ent_cai", target_id: "ent_rakers" },
  ]);
});
