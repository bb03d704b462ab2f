import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { EventPicker } from "./event-picker.tsx";

const OWNER = "owner";

const event = (type: string) => ({
  type,
  subject_type: type.split(".")[0],
  meaning: "Something of it changed; `change` says what.",
  schema: { title: `the schema of ${type}` },
  example: { type },
});

test("begins with what is chosen, and shows what a receiver gets for what is looked at", async () => {
  answerWith({
    "webhooks.events": () => ({
      webhook_events: ["project.updated", "entity.updated", "variable.updated"].map(event),
    }),
  });
  render(
    <Studio role={OWNER}>
      <EventPicker
        control={{
          id: "events",
          value: ["variable.updated"],
          onChange: () => {},
          errors: undefined,
          readOnly: false,
        }}
      />
    </Studio>,
  );
  await screen.findByLabelText("variable.updated");
  const kinds = screen.getAllByRole("checkbox", { name: /^\w+\.updated$/ });
  expect(kinds.map((each) => (each as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    "variable.updated",
    "project.updated",
    "entity.updated",
  ]);
  expect(screen.getByRole("region", { name: "Example" }).textContent).toContain("variable.updated");
  // Marks of the words are drawn, not shown.
  expect((await screen.findByText("change")).tagName).toBe("CODE");
  await userEvent.setup().click(screen.getByLabelText("entity.updated"));
  expect(screen.getByRole("region", { name: "Example" }).textContent).toContain("entity.updated");
});
