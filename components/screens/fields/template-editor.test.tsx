import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { TemplateEditor } from "./template-editor.tsx";

const AGE = {
  ...{ key: "age", label: "Age", kind: "number", options: [], of_type: null, several: false },
  ...{ min: null, max: null, description: "" },
};
const TEMPLATE = {
  ...{ id: "tpl_1", applies_to: "entity", type: "character", label: "Character", icon: null, color: "neutral" },
  ...{ validate: "off", properties: [AGE], valid_from_seq: 3 },
};

test("fields that are not saved are there again after another type was looked at, and write over nobody’s", async () => {
  const sent: Record<string, unknown>[] = [];
  answerWith({
    "entities.properties": () => ({ properties: [], total: 0, has_more: false }),
    "templates.update": (input) => {
      sent.push(input);
      return TEMPLATE;
    },
  });
  const page = (type: string, valid_from_seq = 3) => (
    <Studio>
      <TemplateEditor
        key={type}
        chosen={{ subject: "entity", type, label: type }}
        template={type === "character" ? ({ ...TEMPLATE, valid_from_seq } as never) : undefined}
        types={[]}
      />
    </Studio>
  );
  const user = userEvent.setup();
  const { rerender } = render(page("character"));
  const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.type(name(), " in winters");
  rerender(page("location"));
  expect(screen.queryByRole("textbox", { name: "Name" })).toBeNull();
  // Somebody else saved the fields meanwhile.
  rerender(page("character", 8));
  expect(name().value).toBe("Age in winters");
  await user.click(screen.getByRole("button", { name: "Save fields" }));
  await waitFor(() => expect(sent).toMatchObject([{ base_seq: 3 }]));
});
