import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { VariableForm } from "./variable-form.tsx";

const MOOD = {
  id: "var_1",
  name: "mood",
  type: "enum",
  default: "calm",
  enum_values: ["calm", "angry"],
  description: "How she feels.",
  valid_from_seq: 7,
} as ProjectVariable;

function show(variable: ProjectVariable | null) {
  const sent = vi.fn<(input: object) => ProjectVariable>(() => MOOD);
  const onDone = vi.fn();
  answerWith({ "variables.create": sent, "variables.update": sent });
  render(
    <Studio>
      <VariableForm variable={variable} onDone={onDone} onCancel={() => {}} />
    </Studio>,
  );
  return { sent, onDone, user: userEvent.setup() };
}

test("makes a variable of a list; its default is one of the values that are written", async () => {
  const { sent, onDone, user } = show(null);
  await user.type(screen.getByLabelText("Name"), "mood");
  await user.selectOptions(screen.getByLabelText("Type"), "One of a list");
  await user.type(screen.getByLabelText("Values"), "calm\n angry ");
  await user.selectOptions(screen.getByLabelText("Default"), "angry");
  await user.click(screen.getByRole("button", { name: "Create variable" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(MOOD));
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    name: "mood",
    type: "enum",
    default: "angry",
    enum_values: ["calm", "angry"],
  });
});

test("a form opened anew is new, whatever was written or made before", async () => {
  const { user, onDone } = show(null);
  await user.type(screen.getByLabelText("Name"), "coins");
  await user.click(screen.getByRole("button", { name: "Create variable" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  cleanup();
  const again = show(null);
  await again.user.type(screen.getByLabelText("Name"), "knows the way");
  cleanup();
  show(null);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("");
});

test("changes what was edited; values go with a type that has none", async () => {
  const { sent, onDone, user } = show(MOOD);
  await user.type(screen.getByLabelText("Description"), " Now.");
  await user.selectOptions(screen.getByLabelText("Type"), "Whole number");
  expect(screen.queryByLabelText("Values")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual({
    project_id: expect.any(String),
    variable_id: "var_1",
    base_seq: 7,
    type: "integer",
    default: 0,
    enum_values: [],
    description: "How she feels. Now.",
  });
});

test("bounds are numbers: what is typed is sent, what is emptied is without bound, what is none is refused at its field", async () => {
  const { sent, user } = show({ ...MOOD, type: "integer", default: 3, enum_values: [], min: 1, max: 9 });
  const least = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Minimum" });
  const greatest = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Maximum" });
  expect([least.value, greatest.value]).toEqual(["1", "9"]);
  await user.clear(greatest);
  await user.type(greatest, "much");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  expect(screen.getByRole("alert").textContent).toContain("Check this field: Maximum");
  expect(greatest.getAttribute("aria-invalid")).toBe("true");
  expect(sent).not.toHaveBeenCalled();
  await user.clear(greatest);
  await user.clear(least);
  await user.type(least, "0{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ min: -1, max: null })));
});

test("bounds go with a type that has none", async () => {
  const { sent, user } = show({ ...MOOD, type: "integer", default: 3, enum_values: [], min: 1, max: 9 });
  await user.selectOptions(screen.getByLabelText("Type"), "Text");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ type: "string", min: null, max: null })),
  );
});

test("what is yes or no is called so, and sent as the API has it", async () => {
  const { sent, user } = show({ ...MOOD, type: "boolean", default: false, enum_values: [] });
  const choice = screen.getByLabelText<HTMLSelectElement>("Default");
  expect([choice.value, ...[...choice.options].map(({ text }) => text)]).toEqual(["no", "yes", "no"]);
  await user.selectOptions(choice, "yes");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ default: true })));
});
