import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { ExportBook } from "./export-book.tsx";

/** Names of the files that were saved. */
let saved: string[] = [];

beforeEach(() => {
  localStorage.clear();
  saved = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:saved");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

/** The dialog with what was asked for; the service can be reached unless `isGone`. */
function open({ isGone = false } = {}) {
  const asked = vi.fn();
  const closed = vi.fn();
  answerWith({
    "chapters.export": (input) => {
      asked(input);
      if (isGone) throw new Error("gone");
      return { filename: "tide.html", content: "<!DOCTYPE html>" };
    },
  });
  const { unmount } = render(
    <Studio>
      <ExportBook onClose={closed} />
    </Studio>,
  );
  return { asked, closed, unmount };
}

test("the title page is written with the keyboard, and remembered for the next export", async () => {
  const user = userEvent.setup();
  const { asked, closed, unmount } = open();
  await user.click(await screen.findByRole("radio", { name: "Web page (HTML)" }));
  await user.tab();
  await user.keyboard("Die Flut");
  await user.tab();
  await user.keyboard("Mara");
  await user.tab();
  await user.clear(document.activeElement as HTMLElement);
  await user.keyboard("de");
  // Past Cancel.
  await user.tab();
  await user.tab();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(asked).toHaveBeenCalledWith(
    expect.objectContaining({ format: "html", title: "Die Flut", author: "Mara", language: "de" }),
  );
  expect(saved).toEqual(["tide.html"]);
  unmount();
  open();
  expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Author" })).value).toBe("Mara");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Web page (HTML)" }).checked).toBe(true);
});

test("what keeps a book from being exported is said, and nothing is saved", async () => {
  const user = userEvent.setup();
  const { asked, closed } = open({ isGone: true });
  await user.click(await screen.findByRole("button", { name: "Save the file" }));
  expect((await screen.findByRole("alert")).textContent).toContain("It was not exported.");
  expect(asked.mock.calls[0]?.[0]).not.toHaveProperty("title");
  expect([saved, closed.mock.calls]).toEqual([[], []]);
});
