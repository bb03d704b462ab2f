import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { expect, test, vi } from "vitest";
import { usePressedAgain, useTypedAhead } from "./typed-ahead.ts";

interface FieldProps {
  typed: Parameters<typeof usePressedAgain>[1];
  onKeyDown: (key: string, rows: number) => void;
}

/** A field over a list, which counts the arrows that it was given. */
function Field({ typed, onKeyDown }: FieldProps) {
  const ref = usePressedAgain(useRef<HTMLInputElement>(null), typed);
  const [rows, setRows] = useState(0);
  return (
    <input
      ref={ref}
      aria-label="Field"
      defaultValue={typed.text}
      onKeyDown={({ key }) => {
        onKeyDown(key, rows);
        if (key === "ArrowDown") setRows(rows + 1);
      }}
    />
  );
}

/** A page on which the field was opened, and is on its way until `isHere`. */
function Page({ isHere, onCancel, onKeyDown }: { isHere: boolean; onCancel: () => void } & Omit<FieldProps, "typed">) {
  const typed = useTypedAhead(true, isHere, onCancel);
  return isHere ? <Field typed={typed.current} onKeyDown={onKeyDown} /> : <textarea aria-label="Page" />;
}

/** Presses keys while the field is on its way, and lets it come. */
async function press(keys: string) {
  const [onKeyDown, onCancel] = [vi.fn<FieldProps["onKeyDown"]>(), vi.fn<() => void>()];
  const page = (isHere: boolean) => <Page isHere={isHere} onCancel={onCancel} onKeyDown={onKeyDown} />;
  const { rerender } = render(page(false));
  const below = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Page" });
  below.focus();
  await userEvent.keyboard(keys);
  const writtenBelow = below.value;
  rerender(page(true));
  await act(async () => undefined);
  const text = screen.getByRole<HTMLInputElement>("textbox", { name: "Field" }).value;
  return { writtenBelow, text, pressed: onKeyDown.mock.calls, isCancelled: onCancel.mock.calls.length > 0 };
}

test("words that are typed ahead stand in the field when it comes, and nowhere else", async () => {
  expect(await press("Gat ee{Backspace}")).toEqual({
    writtenBelow: "",
    text: "Gat e",
    pressed: [],
    isCancelled: false,
  });
});

test("what is pressed ahead is pressed on the field in its order, each press after what the one before it has done", async () => {
  const { text, pressed } = await press("gate{ArrowDown}{ArrowDown}{Control>}{Shift>}L{/Shift}{/Control}{Enter}");
  expect(text).toBe("gate");
  expect(pressed).toEqual([
    ["ArrowDown", 0],
    ["ArrowDown", 1],
    ["L", 2],
    ["Enter", 2],
  ]);
});

test("what follows Enter was meant for something else, and is left out", async () => {
  const { text, pressed, writtenBelow } = await press("gate{Enter}x{ArrowDown}");
  expect([text, pressed.map(([key]) => key), writtenBelow]).toEqual(["gate", ["Enter"], ""]);
});

test("Escape calls it off", async () => {
  expect((await press("gate{Escape}")).isCancelled).toBe(true);
});
