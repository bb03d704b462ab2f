import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { ExportDialog, type ExportDialogProps } from "./export-dialog.tsx";

const GATE = { id: "dlg_gate", name: "The gate" };
const WELL = { id: "dlg_well", name: "The well" };
const LOSS = "Twee has no words for effects on entering: “Halt”";
const TABLES = {
  dlg_gate: "dialogue_id,text\r\ndlg_gate,Halt!\r\n",
  dlg_well: "dialogue_id,text\r\ndlg_well,Drink.\r\n",
} as Record<string, string>;

/** The window over these dialogues, and what the browser is told to save. */
function show(props: Partial<ExportDialogProps> = {}) {
  const asked = vi.fn();
  answerWith({
    "dialogues.export": ({ graph_id, format }) => {
      asked(graph_id, format);
      const file = { format, filename: `${String(graph_id).slice(4)}.txt`, report: [] as unknown[] };
      if (format === "lines_csv") return { ...file, content: TABLES[String(graph_id)] };
      if (format === "fabula_json") return { ...file, content: { format: "fabula" } };
      const report = [{ severity: "warning", code: "twee_unsaid", message: LOSS, node_id: null }];
      return { ...file, content: ":: Halt", report };
    },
  });
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "blob:saved";
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const onClose = vi.fn();
  const onPrint = vi.fn();
  render(
    <Studio>
      <ExportDialog dialogues={[GATE]} onClose={onClose} onPrint={onPrint} {...props} />
    </Studio>,
  );
  const save = async (name = "Save the file") => {
    const button = await screen.findByRole("button", { name });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).not.toBe("true"));
    await userEvent.click(button);
  };
  return { asked, saved, names, onClose, onPrint, save };
}
const choose = async (name: string) => userEvent.click(await screen.findByRole("radio", { name }));

test("what a format has no words for is read before the file is saved", async () => {
  const { saved, names, save, onClose } = show();
  await screen.findByText("Nothing is left out.");
  await choose("Twee 3");
  const losses = screen.getByRole("region", { name: "What the file leaves out" });
  await within(losses).findByText(LOSS);
  expect(saved).toEqual([]);
  await save();
  expect(names).toEqual(["gate.txt"]);
  expect(await saved[0]?.text()).toBe(":: Halt");
  expect(onClose).toHaveBeenCalledOnce();
});

test("the lines of several dialogues are one table, which spreadsheets take for UTF-8", async () => {
  const { saved, names, save } = show({ dialogues: [GATE, WELL] });
  await choose("Lines as CSV");
  await save();
  expect(names).toEqual(["dialogues.lines.csv"]);
  const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? []);
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await saved[0]?.text()).toMatch(/^\ufeff?dialogue_id,text\r\ndlg_gate,Halt!\r\ndlg_well,Drink\.\r\n$/);
});

test("several dialogues are saved at once as an archive, and their losses name them", async () => {
  const { saved, names, save } = show({ dialogues: [GATE, WELL] });
  await choose("Twee 3");
  expect(await screen.findAllByText(LOSS)).toHaveLength(2);
  screen.getByText("· in The well");
  await save();
  expect(names).toEqual(["dialogues.zip"]);
  expect((await saved[0]?.text())?.slice(0, 2)).toBe("PK");
});

test("a script is printed", async () => {
  const { onPrint, save } = show();
  await choose("Printable script");
  await save("Print");
  expect(onPrint).toHaveBeenCalledWith(GATE);
});

test("scripts are printed one at a time", async () => {
  show({ dialogues: [GATE, WELL] });
  await choose("Printable script");
  expect(screen.getByRole("button", { name: /^Print/ }).getAttribute("aria-disabled")).toBe("true");
});

test("nothing is written while the last changes are not saved", async () => {
  const mistake = new FormMistake("Your last changes are not saved yet.");
  const { asked } = show({ before: () => Promise.reject(mistake) });
  expect((await screen.findByRole("alert")).textContent).toContain("Your last changes are not saved yet.");
  expect(asked).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: /^Save the file/ }).getAttribute("aria-disabled")).toBe("true");
});
