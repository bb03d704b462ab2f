import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { KeepFocus } from "./keep-focus.tsx";

/** A page with rows that can be removed, a field in place of a button, and a panel. */
function Page() {
  const [rows, setRows] = useState(["Alto", "Bass", "Cant"]);
  const [isAdding, setAdding] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isScript, setScript] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      {isScript ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it stands for a section of the script.
        <section data-home="" tabIndex={0} aria-label="Script" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it stands for the canvas.
        <div data-home="" tabIndex={0} role="application" aria-label="Canvas" onKeyDown={() => setScript(true)} />
      )}
      <button type="button" onClick={() => setOpen(true)}>
        Show the panel
      </button>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <input aria-label={`Weight of ${row}`} />
            <button type="button" onClick={() => setRows(rows.filter((each) => each !== row))}>
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
      {isAdding ? (
        <form>
          <button type="button" onClick={() => setAdding(false)}>
            Cancel
          </button>
          <input aria-label="Name" />
        </form>
      ) : (
        <button type="button" onClick={() => setAdding(true)}>
          Add
        </button>
      )}
      {isOpen && (
        <aside>
          <button type="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </aside>
      )}
      <KeepFocus />
    </main>
  );
}

const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

test("the focus goes on to the next row, the field that opened, the opener of what closed, the view that came", async () => {
  const user = userEvent.setup();
  render(<Page />);
  await vi.waitFor(() => expect(focused()).toBe("Canvas"));
  const press = async (name: string, goesTo: string) => {
    await user.click(screen.getByRole("button", { name }));
    await vi.waitFor(() => expect(focused()).toBe(goesTo));
  };
  await press("Remove Bass", "Remove Cant");
  await press("Remove Cant", "Remove Alto");
  await press("Add", "Name");
  await press("Cancel", "Add");
  await user.click(screen.getByRole("button", { name: "Show the panel" }));
  await press("Close", "Show the panel");
  act(() => screen.getByRole("application").focus());
  await user.keyboard("x");
  await vi.waitFor(() => expect(focused()).toBe("Script"));
  // What is left on purpose is not held.
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard("x");
  expect(document.activeElement).toBe(document.body);
});
