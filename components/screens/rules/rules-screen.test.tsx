import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { conditionOf, rowOf } from "./condition-rows.ts";
import { ConditionsBuilder } from "./conditions-builder.tsx";
import { RuleDetails } from "./rule-details.tsx";

test("a row and its condition are one another", () => {
  for (const row of [
    { path: "age", op: "gte", value: "18" },
    { path: "status", op: "ne", value: "" },
    { path: "is_free", op: "eq", value: "true" },
  ] as const) {
    expect(rowOf(conditionOf(row))).toEqual(row);
  }
  expect(rowOf({ fn: "has_item", args: [{ lit: "self" }, { lit: "ent_1" }] })).toBeNull();
});

test("a condition is written by its property, comparison and value", async () => {
  const changed = vi.fn();
  render(
    <Studio>
      <ConditionsBuilder
        conditions={[conditionOf({ path: "age", op: "gte", value: "1" })]}
        disabledReason={null}
        onChange={changed}
        onSave={() => {}}
      />
    </Studio>,
  );
  await userEvent.type(screen.getByRole("textbox", { name: "Condition 1: value" }), "8");
  expect(changed).toHaveBeenLastCalledWith([conditionOf({ path: "age", op: "gte", value: "18" })]);
  for (const words of ["the old moon", "1.05"]) {
    await userEvent.clear(screen.getByRole("textbox", { name: "Condition 1: value" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Condition 1: value" }), words);
    expect(changed).toHaveBeenLastCalledWith([conditionOf({ path: "age", op: "gte", value: words })]);
  }
  await userEvent.click(screen.getByRole("button", { name: "Remove condition 1" }));
  expect(changed).toHaveBeenLastCalledWith([]);
});

test("conditions are added, saved and removed with the keyboard, which never loses its place", async () => {
  const save = vi.fn();
  render(
    <Studio>
      <ConditionsBuilder conditions={[]} disabledReason={null} onChange={() => {}} onSave={save} />
    </Studio>,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("rank{Tab}{Tab}5{Enter}");
  const typed = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name }).value;
  expect(typed("Condition 1: property")).toBe("rank");
  expect(typed("Condition 1: value")).toBe("5");
  expect(save).toHaveBeenCalledOnce();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a condition" }));
});

test("conditions that are not saved are there again after another rule was looked at", async () => {
  const rule = { id: "rule_1", kind: "own", mode: "warn", conditions: [], valid_from_seq: 3, name: "Of age" };
  answerWith({ "canonRules.preview": () => ({ found: 0, is_complete: true, violations: [] }) });
  const page = (isOpen: boolean) => <Studio>{isOpen && <RuleDetails rule={rule as never} />}</Studio>;
  const { rerender } = render(page(true));
  await userEvent.click(await screen.findByRole("button", { name: "Add a condition" }));
  await userEvent.keyboard("rank");
  rerender(page(false));
  rerender(page(true));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Condition 1: property" }).value).toBe("rank");
});
