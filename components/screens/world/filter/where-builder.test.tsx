import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../../studio.fixture.tsx";
import { useWhere } from "./where-bar.tsx";

const USED = [
  { path: "country", entities: 9, kinds: { string: 9 } },
  { path: "size", entities: 9, kinds: { number: 9 } },
];
const COUNTRIES = ["GR", "IT", "GE"].map((value) => ({ value, entities: 3 }));
const WORDS = { one: "place", many: "places" };

function Table({ onShow, start, at }: { onShow: (where: string) => void; start: string; at: number | null }) {
  const [address, setAddress] = useState(start);
  const where = useWhere(address, (next) => {
    onShow(next);
    setAddress(next);
  });
  return (
    <>
      {where.button}
      {where.bar({
        input: { project_id: "prj_1", type: "location", ...(at !== null && { at_seq: at }) },
        words: WORDS,
        used: USED,
      })}
    </>
  );
}

function draw(start = "", { at = null, fails = false }: { at?: number | null; fails?: boolean } = {}) {
  const asked: unknown[] = [];
  const onShow = vi.fn();
  answerWith({
    "entities.values": ({ path, q = "" }) => ({
      values: path === "properties.country" ? COUNTRIES.filter(({ value }) => value.includes(q as string)) : [],
      total: 3,
      has_more: false,
    }),
    "entities.list": ({ property_filter }) => {
      if (fails) throw new Error("the line is down");
      asked.push(property_filter);
      return { entities: [], total: property_filter === undefined ? 40 : 3, has_more: true };
    },
  });
  render(
    <Studio>
      <Table onShow={onShow} start={start} at={at} />
    </Studio>,
  );
  return { asked, onShow, user: userEvent.setup() };
}

test("a condition is typed by keys alone, counted while it is, and shown with Enter", async () => {
  const { asked, onShow, user } = draw();
  await user.tab();
  await user.keyboard("{Enter}");
  const property = await screen.findByRole("combobox", { name: "Property" });
  await waitFor(() => expect(document.activeElement).toBe(property));
  await user.keyboard("size{Enter}{Tab}");
  await user.selectOptions(screen.getByLabelText("Comparison"), "is at least");
  await user.type(screen.getByLabelText("Value"), "12");
  expect(screen.getByText("Places whose size is at least 12")).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("3 places match"));
  expect(asked.at(-1)).toBe('{"size":{"$gte":12}}');
  // Not each key is asked for, only what was typed when the typing rested.
  expect(asked).not.toContain('{"size":{"$gte":1}}');
  await user.keyboard("{Enter}");
  expect(onShow).toHaveBeenCalledExactlyOnceWith('{"size":{"$gte":12}}');
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("form")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Filter (1)" }));
});

test("a value that cannot be read is named at its row, is not shown, and stays as it was typed", async () => {
  const { onShow, user } = draw('{"country":{"$eq":"GR"}}');
  await user.click(screen.getByRole("button", { name: "Filter (1)" }));
  const value = await screen.findByLabelText("Value");
  expect(value).toHaveProperty("value", "GR");
  await user.click(screen.getByRole("button", { name: "Add a condition" }));
  const [, second] = screen.getAllByRole("combobox", { name: "Property" });
  await waitFor(() => expect(document.activeElement).toBe(second));
  await user.keyboard("size{Enter}");
  const [, size] = screen.getAllByLabelText("Value");
  await user.type(size as HTMLElement, "tall");
  expect((await screen.findByRole("alert")).textContent).toBe("“tall” is not a number.");
  await user.keyboard("{Enter}");
  expect(onShow).not.toHaveBeenCalled();
  expect(size).toHaveProperty("value", "tall");
  await user.click(screen.getByRole("button", { name: "Remove condition 2" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what is shown stands as conditions that go one by one, and a condition nobody can read says so", async () => {
  const { onShow, user } = draw('{"country":{"$in":["GR","IT"]},"size":{"$lt":4}}');
  await user.click(screen.getByRole("button", { name: "Remove: country is one of “GR”, “IT”" }));
  expect(onShow).toHaveBeenLastCalledWith('{"size":{"$lt":4}}');
  await user.click(screen.getByRole("button", { name: "Remove: size is less than 4" }));
  expect(onShow).toHaveBeenLastCalledWith("");
  expect(screen.queryByRole("list", { name: "Conditions" })).toBeNull();
});

test("an address that cannot be read says so, and what is wrong with it", async () => {
  const { onShow, user } = draw('{"size":{"$most":4}}');
  expect(screen.getByText(/All places are shown/)).toBeTruthy();
  expect(screen.getByText(/Unknown operator/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remove it" }));
  expect(onShow).toHaveBeenLastCalledWith("");
});

test("values in use are offered as they are typed, and added to several", async () => {
  const { onShow, user } = draw('{"country":{"$eq":"G"}}');
  await user.click(screen.getByRole("button", { name: "Filter (1)" }));
  const value = await screen.findByLabelText<HTMLInputElement>("Value");
  const offered = () => [...(value.list?.options ?? [])].map((option) => option.value);
  await waitFor(() => expect(offered()).toEqual(["GR", "GE"]));
  await user.selectOptions(screen.getByLabelText("Comparison"), "is one of");
  await user.clear(screen.getByLabelText("Values, one per line"));
  for (const each of ["IT", "GR"]) {
    await user.click(screen.getByRole("combobox", { name: "Add a value" }));
    await user.click(await screen.findByRole("option", { name: each }));
  }
  expect(screen.getByText("Places whose country is one of “IT”, “GR”")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show matches" }));
  expect(onShow).toHaveBeenLastCalledWith('{"country":{"$in":["IT","GR"]}}');
});

test("a count that fails is said, and nothing that was typed is lost", async () => {
  const { user } = draw('{"country":{"$eq":"GR"}}', { fails: true });
  await user.click(screen.getByRole("button", { name: "Filter (1)" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/^Not counted\./));
  expect(screen.getByLabelText("Value")).toHaveProperty("value", "GR");
});
