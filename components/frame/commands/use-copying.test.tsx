import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Studio } from "../../studio.fixture.tsx";
import { shownToasts } from "../../ui/toast.ts";
import { CommandHost } from "./command-host.tsx";
import { type Copyable, useCopying } from "./use-copying.ts";

function Page({ subject }: { subject: Copyable | null }) {
  useCopying(() => subject);
  return null;
}

const GATE = { words: "“The gate”", href: "/projects/prj_1/dialogues/dlg_1", id: "dlg_1" };

/** A page, what lies over it, and what comes to be on the clipboard. */
function show(subject: Copyable | null, over?: Copyable) {
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, "writeText");
  const pages = (isOver: boolean) => (
    <Studio>
      <CommandHost />
      <Page subject={subject} />
      {isOver && over !== undefined && <Page subject={over} />}
    </Studio>
  );
  const { rerender } = render(pages(true));
  return {
    user,
    write,
    uncover: () => rerender(pages(false)),
    said: (text: string) => waitFor(() => expect(shownToasts().at(-1)?.text).toContain(text)),
  };
}

test("one key copies the link, another the ID, and both say of what", async () => {
  const { user, write, said } = show(GATE);
  await user.keyboard("{Control>}{Shift>}L{/Shift}{/Control}");
  await said("Link to “The gate” copied.");
  expect(write).toHaveBeenLastCalledWith(new URL(GATE.href, window.location.href).href);
  await user.keyboard("{Control>}{Shift>}Y{/Shift}{/Control}");
  await said("ID of “The gate” copied: dlg_1");
  expect(write).toHaveBeenLastCalledWith("dlg_1");
});

test("what lies over a page is meant first, and the page again once it is gone", async () => {
  const card = { words: "this card", href: `${GATE.href}?card=node_1`, id: "node_1" };
  const { user, write, said, uncover } = show(GATE, card);
  await user.keyboard("{Control>}{Shift>}Y{/Shift}{/Control}");
  await said("ID of this card");
  uncover();
  await user.keyboard("{Control>}{Shift>}Y{/Shift}{/Control}");
  await said("ID of “The gate”");
  expect(write.mock.calls).toEqual([["node_1"], ["dlg_1"]]);
});

test("a link shows the moment that is looked at", async () => {
  window.history.replaceState(null, "", "/?at=12");
  const { user, write, said } = show(GATE);
  await user.keyboard("{Control>}{Shift>}L{/Shift}{/Control}");
  await said("Link to");
  expect(new URL(String(write.mock.calls[0]?.[0])).search).toBe("?at=12");
});

test("what has no link says so, and a browser that refuses leaves the words to be copied by hand", async () => {
  const { user, write, said } = show({ ...GATE, href: null });
  await user.keyboard("{Control>}{Shift>}L{/Shift}{/Control}");
  await said("There is no link to copy here.");
  write.mockRejectedValueOnce(new Error("not allowed"));
  await user.keyboard("{Control>}{Shift>}Y{/Shift}{/Control}");
  await said("Copy it from here: dlg_1");
  expect(screen.queryByRole("dialog")).toBeNull();
});
