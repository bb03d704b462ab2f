import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PLAIN_PROPERTY } from "#domain/templates/template.ts";
import { answerWith, Studio } from "../../../studio.fixture.tsx";
import type { Entity } from "../entity/use-entity.ts";
import { PropertiesSection } from "./properties-section.tsx";

const field = (key: string, kind: string, more: object = {}) => ({ ...PLAIN_PROPERTY, key, label: key, kind, ...more });

const MARA = {
  id: "ent_mara",
  name: "Mara",
  type: "character",
  valid_from_seq: 7,
  properties: { Age: "old", Faction: "harbour-watch", oath: "free-rakers", mood: "wary" },
} as unknown as Entity;

const ENTITIES: Readonly<Record<string, object>> = {
  "harbour-watch": { id: "ent_watch", name: "The Harbour Watch", type: "faction" },
  "free-rakers": { id: "ent_rakers", name: "The Free Rakers", type: "faction" },
};

function profile(validate: string): object[] {
  const sent: object[] = [];
  const properties = [
    field("Age", "number", { min: 0, max: 120 }),
    field("Loyalty", "choice", { options: ["loyal", "traitor"] }),
    field("Faction", "reference", { of_type: "faction" }),
  ];
  const template = { applies_to: "entity", type: "character", label: "Character", validate, properties };
  answerWith({
    "templates.list": () => ({ templates: [template], total: 1, has_more: false }),
    "entities.list": ({ external_id }) => {
      const found = ENTITIES[String(external_id)];
      return { entities: found === undefined ? [] : [found], total: 1, has_more: false };
    },
    "entities.update": ({ properties: patch }) => {
      sent.push(patch as object);
      return { ...MARA, properties: { ...(MARA.properties as object), ...(patch as object) } };
    },
  });
  render(
    <Studio>
      <PropertiesSection entity={MARA} />
    </Studio>,
  );
  return sent;
}

test("fields of the type come first, each with its control; references are names, and what does not fit is said", async () => {
  const sent = profile("warn");
  const user = userEvent.setup();
  expect(await screen.findByText("Must be a number.")).toBeTruthy();
  expect((await screen.findAllByRole("term")).map(({ textContent }) => textContent)).toEqual([
    "Age",
    "Loyalty",
    "Faction",
    "Oath",
    "Mood",
  ]);
  // By the external id that a spreadsheet wrote, in a field and beside the fields.
  expect(await screen.findByRole("link", { name: "The Harbour Watch" })).toBeTruthy();
  expect(await screen.findByRole("link", { name: "The Free Rakers" })).toBeTruthy();
  await user.selectOptions(screen.getByRole("combobox", { name: "Loyalty" }), "traitor");
  await expect.poll(() => sent).toEqual([{ Loyalty: "traitor" }]);
});

test("a value that a type refuses is not sent, and one that fits keeps its kind", async () => {
  const sent = profile("refuse");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Age: old" }));
  const box = screen.getByRole("spinbutton", { name: "Age" });
  await user.clear(box);
  await user.type(box, "412{Enter}");
  expect(await screen.findByText("Must be at most 120.")).toBeTruthy();
  await user.type(box, "{Backspace}{Enter}");
  await expect.poll(() => sent).toEqual([{ Age: 41 }]);
});
