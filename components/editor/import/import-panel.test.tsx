import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { strToU8, zipSync } from "fflate";
import { createRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { ImportPanel } from "./import-panel.tsx";
import type { ImportResult } from "./import-run.ts";
import { useImport } from "./use-import.ts";

type Sent = Readonly<Record<string, unknown>> & {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly dry_run: boolean;
  readonly join_variables: readonly string[];
  readonly replace: Readonly<Record<string, string>>;
  readonly language?: string;
};
type Conflict = ImportResult["variable_conflicts"][number];

const NOTHING = { created: 0, updated: 0, deleted: 0, unchanged: 0 };

const GOLD = { id: "var_1", name: "gold", type: "integer", default: 5 } as const;

/** Answer of a service that reads a story of three cards in each request. */
function answered({ files, dry_run }: Sent, more: Partial<ImportResult> = {}): ImportResult {
  const name = (files[0]?.name ?? "").replace(/\.\w+$/, "");
  return {
    dry_run,
    graphs: [
      {
        ...{ id: `dlg_${name}`, key: name, name, files: files.map((each) => each.name), nodes: 3, branches: 2 },
        ...{ change: "created", outcome: "new", existing: null, other: null, changes: [] },
        cards: { ...NOTHING, created: 3 },
      },
    ],
    files: [],
    variable_conflicts: [],
    languages: [],
    written: {
      ...{ dialogues: { ...NOTHING, created: 1 }, nodes: { ...NOTHING, created: 3 }, groups: NOTHING },
      ...{ annotations: NOTHING, variables: NOTHING, entities: NOTHING },
    },
    report: [],
    ...more,
  };
}

const conflict = (joined: boolean): Conflict => ({
  ...{ name: "gold", variable_id: joined ? "var_1" : "var_2", called: joined ? "gold" : "gold_2", joined },
  ...{ type: "integer", default: 0, differs: true, existing: GOLD },
});

const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

let sent: Sent[] = [];
beforeEach(() => {
  sent = [];
});

/** Shows the panel; the service answers each import as it is told to. */
function open(answer: (input: Sent) => ImportResult | Promise<ImportResult> = answered) {
  answerWith({
    "dialogues.import": (input) => {
      sent.push(input as Sent);
      return answer(input as Sent);
    },
  });
  const onClose = vi.fn();
  const onRows = vi.fn();
  function Opened() {
    return <ImportPanel imports={useImport(onRows)} chooser={createRef()} onRows={onRows} onClose={onClose} />;
  }
  render(
    <Studio>
      <Opened />
    </Studio>,
  );
  return { onClose, onRows, user: userEvent.setup() };
}

function drop(...files: readonly File[]) {
  fireEvent.drop(window, { dataTransfer: { types: ["Files"], items: [], files } });
}

const story = (name: string) => within(screen.getByRole("region", { name }));
const dryRuns = () => sent.filter((each) => each.dry_run);
const written = () => sent.filter((each) => !each.dry_run).map(({ files }) => files[0]?.name);

test("files and an archive that are dropped are stories each, with what they were recognised as, and the rest is named", async () => {
  open();
  const archive = zipSync({
    "gate/main.ink": strToU8("INCLUDE bridge.ink\nHalt."),
    "gate/bridge.ink": strToU8("VAR gold = 1"),
    "hero.png": strToU8("x"),
  });
  drop(file("ferry.twee", ":: Start\nHello."), file("all.zip", new Uint8Array(archive)));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Import 2 stories" })).toHaveProperty("disabled", false),
  );
  story("ferry.twee").getByText("Twee 3");
  const list = story("all/gate/main.ink").getByRole("list", { name: "Files of the story" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((each) => each.textContent),
  ).toEqual(["all/gate/main.ink ink", "all/gate/bridge.ink ink"]);
  story("all/hero.png").getByText("The file is an image, which cannot be imported.");
  expect(sent.map(({ files, dry_run }) => [dry_run, files.map(({ name }) => name)])).toEqual([
    [true, ["ferry.twee"]],
    [true, ["all/gate/main.ink", "all/gate/bridge.ink"]],
  ]);
  expect(screen.getByRole("status").textContent).toBe("2 stories ready to import. 1 file cannot be imported.");
});

test("what is missing of a story is told with the words of the report", async () => {
  const message = "The file “bridge.ink” of the export is missing.";
  const item = { severity: "warning", code: "import_file_missing", message, source: "bridge.ink" } as const;
  const none = { graph_id: null, node_id: null, graph_key: null, node_key: null, node_name: null };
  open((input) => answered(input, { report: [{ ...item, ...none }] }));
  drop(file("main.ink", "INCLUDE bridge.ink\nHalt."));
  await screen.findByText(message);
});

test("a story with mistakes is refused with file, line and column, and the others are imported", async () => {
  open();
  const faults = [
    { message: "the knot “quay” is missing.", file: "bridge.ink", line: 4, column: 3 },
    { message: "Line 2, column 1: a bracket is open.", file: "gate.ink", line: 2, column: 1 },
    { message: "it is too long", file: "gate.ink", line: 9 },
  ];
  const refused = vi.fn((input: Sent) => (input.files[0]?.name === "gate.ink" ? faults : answered(input)));
  answerRefusing(refused);
  drop(file("ferry.twee", ":: Start\nHello."), file("gate.ink", "INCLUDE bridge.ink\nHi."), file("bridge.ink", "x"));
  await waitFor(() => story("gate.ink").getByText("bridge.ink: Line 4, column 3: The knot “quay” is missing."));
  story("gate.ink").getByText("Line 2, column 1: a bracket is open.");
  story("gate.ink").getByText("Line 9: It is too long.");
  story("gate.ink").getByText("Nothing was imported.");
  await userEvent.setup().click(screen.getByRole("button", { name: "Import" }));
  await screen.findByRole("link", { name: "Open ferry and check it" });
  expect(refused.mock.calls.map(([{ dry_run, files }]) => [dry_run, files[0]?.name])).toEqual([
    [true, "ferry.twee"],
    [true, "gate.ink"],
    [false, "ferry.twee"],
  ]);
});

interface Fault {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** Answers imports, and refuses those that faults are found in, as the service refuses a file. */
function answerRefusing(answer: (input: Sent) => ImportResult | readonly Fault[]): void {
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body));
    const inputs: Sent[] = "0" in body ? Object.values(body) : [body];
    const results = inputs.map((input) => {
      const found = answer(input);
      if ("graphs" in found) return { result: { data: found } };
      const detail = found.map(({ message, ...where }) => {
        const ctx = { error: message, code: "invalid_syntax", ...where };
        return { type: "value_error", loc: ["body", "files", 0, "content"], msg: `Value error, ${message}`, ctx };
      });
      const data = { code: "BAD_REQUEST", httpStatus: 422, path: "dialogues.import", problem: null, detail };
      return { error: { message: "The request is invalid.", code: -32600, data } };
    });
    return Response.json("0" in body ? results : results[0]);
  });
}

test("replacing and joining are tried before anything is written, by keys alone", async () => {
  const { user } = open((input) => {
    const isReplacing = input.replace.ferry === "dlg_0";
    const named = { id: "dlg_0", name: "ferry" };
    const { graphs } = answered(input);
    return answered(input, {
      graphs: graphs.map((graph) => ({
        ...graph,
        ...(isReplacing
          ? ({ outcome: "replaces", existing: named, other: null } as const)
          : ({ name: "ferry 2", other: named } as const)),
      })),
      variable_conflicts: [conflict(input.join_variables.includes("gold"))],
    });
  });
  drop(file("ferry.twee", ":: Start\nHello."));
  const keep = await screen.findByRole("radio", { name: "Keep both" });
  expect(keep).toHaveProperty("checked", true);
  keep.focus();
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("button", { name: "Import and replace" });
  screen.getByRole("checkbox", { name: "Join gold" }).focus();
  await user.keyboard(" ");
  await screen.findByText(/The story uses the project’s\./);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Import and replace" })).toHaveProperty("disabled", false),
  );
  expect(written()).toEqual([]);
  screen.getByRole("button", { name: "Import and replace" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("link", { name: /^Open ferry/ });
  expect(sent.at(-1)).toMatchObject({ dry_run: false, replace: { ferry: "dlg_0" }, join_variables: ["gold"] });
});

test("the focus goes to Done with the button of the import, and stays on the link a person has gone to since", async () => {
  const { user } = open(answered);
  drop(file("ferry.twee", ":: Start\nHello."));
  await waitFor(() => expect(screen.getByRole("button", { name: "Import" }).getAttribute("aria-disabled")).toBe(null));
  screen.getByRole("button", { name: "Import" }).focus();
  await user.keyboard("{Enter}");
  const link = await screen.findByRole("link", { name: /^Open ferry/ });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Done" }));
  link.focus();
  await new Promise((done) => setTimeout(done, 100));
  expect(document.activeElement).toBe(link);
});

test("the language of a file with texts in several is chosen", async () => {
  const { user } = open((input) => {
    const all = ["de", "en", "fr"];
    const chosen = input.language ?? "en";
    const others = all.filter((each) => each !== chosen);
    return answered(input, { languages: [{ files: ["ferry.json"], chosen, others }] });
  });
  drop(file("ferry.json", JSON.stringify({ boards: {}, elements: {}, startingElement: "e", connections: {} })));
  const select = await screen.findByRole("combobox", { name: "Language of the texts" });
  expect(
    within(select)
      .getAllByRole("option")
      .map((each) => each.textContent),
  ).toEqual(["de", "en", "fr"]);
  expect(select).toHaveProperty("value", "en");
  await user.selectOptions(select, "fr");
  await waitFor(() => expect(screen.getByRole("button", { name: "Import" })).toHaveProperty("disabled", false));
  await user.click(screen.getByRole("button", { name: "Import" }));
  await screen.findByRole("link", { name: /^Open ferry/ });
  expect(sent.map(({ language, dry_run }) => [language, dry_run])).toEqual([
    [undefined, true],
    ["fr", true],
    ["fr", false],
  ]);
});

test("a story whose variable another one of the drop has is shown again before it is written", async () => {
  const { user } = open((input) => {
    const isSecond = input.files[0]?.name === "b.twee" && written().includes("a.yarn");
    return answered(input, { variable_conflicts: isSecond ? [conflict(input.join_variables.length > 0)] : [] });
  });
  drop(file("a.yarn", "title: A\n---\nHi.\n==="), file("b.twee", ":: Start\nHello."));
  drop(file("c.ink", "Hello."));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Import \d stories$/ })).toHaveProperty("disabled", false),
  );
  const stories = screen.getAllByRole("region").map((each) => each.getAttribute("aria-label"));
  await user.click(screen.getByRole("button", { name: /^Import \d stories$/ }));
  await waitFor(() => expect(story("c.ink").getByRole("link").textContent).toBe("Open c and check it"));
  expect(stories).toEqual(["a.yarn", "b.twee", "c.ink"]);
  expect(written()).toEqual(["a.yarn", "c.ink"]);
  story("b.twee").getByRole("alert");
  await user.click(story("b.twee").getByRole("checkbox", { name: "Join gold" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Import" })).toHaveProperty("disabled", false));
  await user.click(screen.getByRole("button", { name: "Import" }));
  await waitFor(() => story("b.twee").getByRole("link"));
  expect(written()).toEqual(["a.yarn", "c.ink", "b.twee"]);
  expect(sent.at(-1)).toMatchObject({ join_variables: ["gold"] });
  expect(dryRuns().length).toBe(6);
});

test("a story that is removed while another one is imported stays out", async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { user } = open(async (input) => {
    if (!input.dry_run) await held;
    return answered(input);
  });
  drop(file("a.twee", ":: Start\nHello."), file("b.yarn", "title: B\n---\nHi.\n==="), file("c.ink", "Hello."));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Import 3 stories" })).toHaveProperty("disabled", false),
  );
  await user.click(screen.getByRole("button", { name: "Import 3 stories" }));
  await user.click(screen.getByRole("button", { name: "Remove b.yarn" }));
  goOn();
  await waitFor(() => story("c.ink").getByRole("link"));
  expect(written()).toEqual(["a.twee", "c.ink"]);
});

test("an import whose answer was lost says so, and is tried again without the files", async () => {
  const lost = new Set([0, 2]);
  const { user } = open((input) => {
    if (lost.has(sent.length - 1)) throw new TypeError("Failed to fetch");
    return answered(input);
  });
  drop(file("ferry.twee", ":: Start\nHello."));
  await screen.findByText("The server could not be reached. Nothing was imported.");
  expect(screen.getByRole("status").textContent).toBe("1 story cannot be imported.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Import" })).toHaveProperty("disabled", false));
  await user.click(await screen.findByRole("button", { name: "Import" }));
  await screen.findByText("The server did not answer. The story may have been imported: the preview will show it.");
  expect(screen.queryByText("Nothing was imported.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Cards: 3 new");
  expect(sent.map(({ dry_run }) => dry_run)).toEqual([true, true, false, true]);
});

test("every control has a name, and what is picked can be removed by keys", async () => {
  const { user, onClose } = open();
  for (const button of screen.getAllByRole("button")) expect(button.textContent).not.toBe("");
  await user.upload(screen.getByLabelText("Files to import"), [file("ferry.twee", ":: Start\nHello.")]);
  const remove = await screen.findByRole("button", { name: "Remove ferry.twee" });
  remove.focus();
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("region")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(written()).toEqual([]);
});
