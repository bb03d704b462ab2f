import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Studio } from "../../studio.fixture.tsx";
import { showToast } from "../../ui/toast.ts";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { useStudioClient } from "../api/api-provider.tsx";
import { CommandHost } from "../commands/command-host.tsx";
import { UndoProvider } from "./undo-provider.tsx";

const PROJECT = "prj_1";
const left: object[] = [];
const sent: { path: string; input: Record<string, unknown> }[] = [];

beforeEach(() => {
  sent.length = 0;
  left.length = 0;
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const path = new URL(input, "http://studio.test").pathname.split("/api/trpc/")[1] ?? "";
    if (init?.method !== "POST") return Response.json({ result: { data: {} } });
    sent.push({ path, input: JSON.parse(String(init.body)) });
    const isKept = path === "record.takeBack" && left.length > 0;
    const graphs = [
      { id: "dlg_1", outcome: "new" },
      { id: "dlg_2", outcome: "updates" },
    ];
    const data = path === "record.takeBack" ? { changes: [], total: 1, left, names: {} } : { id: "ent_1", graphs };
    const headers = isKept ? {} : { "x-fabula-commit": String(sent.length) };
    return Response.json({ result: { data } }, { headers: headers as Record<string, string> });
  });
});

/** A page that deletes a place with a toast, and writes a variable without one. */
function Page() {
  const client = useStudioClient();
  const restore = () => client.record.restore.mutate({ project_id: PROJECT, subject_id: "ent_1" });
  const remove = async () => {
    for (const entity_id of ["ent_1", "ent_2"]) await client.entities.delete.mutate({ project_id: PROJECT, entity_id });
    showToast({ text: "Deleted 2 places.", undo: () => void restore() });
  };
  const make = () => client.entities.create.mutate({ project_id: PROJECT, type: "location", name: "The inn" } as never);
  return (
    <>
      <button type="button" onClick={() => void remove()}>
        Delete
      </button>
      <button type="button" onClick={() => void make()}>
        Make
      </button>
      <button
        type="button"
        onClick={() =>
          void client.webhooks.delete
            .mutate({ project_id: PROJECT, webhook_id: "wh_1" } as never)
            .then(() => showToast({ text: "Deleted a webhook.", undo: () => undefined }))
        }
      >
        Set
      </button>
      <button
        type="button"
        onClick={() => void client.dialogues.import.mutate({ project_id: PROJECT, content: "Hello." })}
      >
        Import
      </button>
      <input aria-label="Name" />
      <ToastLayer />
      <CommandHost />
    </>
  );
}

function open() {
  render(
    <Studio projectId={PROJECT}>
      <UndoProvider>
        <Page />
      </UndoProvider>
    </Studio>,
  );
  return userEvent.setup();
}

const paths = () => sent.map(({ path }) => path);
const takenBack = () => sent.flatMap(({ path, input }) => (path === "record.takeBack" ? [input.commit_seq] : []));

test("Ctrl+Z undoes all of the last change, says so, takes its toast away, and can be redone", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted 2 places.");
  await user.keyboard("{Control>}z{/Control}");
  await screen.findByText("Deleted 2 places, undone.");
  expect(takenBack()).toEqual(["2", "1"]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await screen.findByText("Deleted 2 places, redone.");
  expect(sent.slice(-2).map(({ input }) => input.entity_id)).toEqual(["ent_1", "ent_2"]);
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(takenBack()).toEqual(["2", "1", "6", "5"]));
});

test("a result that can be taken back stays in its project", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted 2 places.");
  cleanup();
  render(
    <Studio projectId="prj_2">
      <UndoProvider>
        <ToastLayer />
      </UndoProvider>
    </Studio>,
  );
  expect(screen.queryByText("Deleted 2 places.")).toBeNull();
});

test("it holds over a reload, and in a field the browser's own undo acts", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted 2 places.");
  cleanup();
  const again = open();
  await again.click(screen.getByLabelText("Name"));
  await again.keyboard("{Control>}z{/Control}");
  expect(takenBack()).toEqual([]);
  await again.click(screen.getByRole("button", { name: "Set" }));
  await screen.findByText("Deleted a webhook.");
  await again.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(takenBack()).toEqual(["2", "1"]));
  await screen.findByText("Deleted 2 places, undone.");
});

test("a toast's Undo is the same undo: nothing is left for Ctrl+Z, and redo does it again", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(paths().at(-1)).toBe("record.restore"));
  await user.keyboard("{Control>}z{/Control}");
  await screen.findByText("There is nothing to undo.");
  await user.keyboard("{Control>}y{/Control}");
  await waitFor(() => expect(paths().slice(-2)).toEqual(["entities.delete", "entities.delete"]));
});

test("what was made is deleted; what others changed since stays, and is said", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Make" }));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ path: "entities.delete", input: { entity_id: "ent_1" } }));
  await user.keyboard("{Control>}y{/Control}");
  await waitFor(() => expect(takenBack()).toEqual(["2"]));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(paths().filter((path) => path === "entities.delete")).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Import" }));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(paths().slice(-3)).toEqual(["dialogues.import", "dialogues.delete", "record.takeBack"]));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted 2 places.");
  left.push({ name: "The inn", field_name: "Name", reason: "changed_since", message: null });
  await user.keyboard("{Control>}z{/Control}");
  await screen.findByText("Deleted 2 places: not undone.");
  screen.getAllByText("Name of “The inn”: it was changed again since.");
});
