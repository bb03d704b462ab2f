import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Answers, answerWith, ROUTER, Studio } from "../../../../studio.fixture.tsx";
import { ExportCard } from "./export-card.tsx";
import { ImportCard } from "./import-card.tsx";

const OUTCOME = {
  ...{ dry_run: true, outcome: "created", name: "Odo", entity_id: "ent_1", npc: null, same_name: [], image_id: null },
  ...{ facts: [{ fact_id: "fact_1", keys: ["tide"] }], remarks: [{ code: "card_extensions_kept", message: "Kept." }] },
};
const JSON_CARD = () => new File(['{"name":"Odo"}'], "odo.json", { type: "application/json" });

function open(answers: Answers) {
  answerWith(answers);
  render(
    <Studio>
      <ImportCard onClose={() => undefined} />
    </Studio>,
  );
  return userEvent.setup();
}

const choose = async (user: ReturnType<typeof userEvent.setup>, file: File) =>
  user.upload(await screen.findByLabelText("Card to import"), file);

test("a card is written once it was read what it becomes, and only then", async () => {
  const sent: object[] = [];
  const user = open({
    "npcs.import": ({ project_id: _, ...body }) => {
      sent.push(body);
      return { ...OUTCOME, dry_run: body.dry_run };
    },
  });
  await choose(user, JSON_CARD());
  const preview = await screen.findByRole("region", { name: "What becomes of the card" });
  expect(preview.textContent).toContain("Odo becomes a character; 1 entry of its lorebook is a fact.");
  expect(preview.textContent).toContain("Kept.");
  expect(sent).toHaveLength(1);
  await user.click(screen.getByRole("radio", { name: "Everyone" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const go = await screen.findByRole("button", { name: "Import" });
  await waitFor(() => expect(go.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(go);
  await waitFor(() => expect(ROUTER.push).toHaveBeenCalledWith(expect.stringMatching(/\/cast\/ent_1$/)));
  const card = { card: '{"name":"Odo"}', on_conflict: "create" };
  expect(sent).toEqual([
    { ...card, known_by: "npc", dry_run: true },
    { ...card, known_by: "everyone", dry_run: true },
    { ...card, known_by: "everyone", dry_run: false },
  ]);
});

test("somebody of the same name is added to only when that is chosen", async () => {
  const asked: unknown[] = [];
  const user = open({
    "npcs.import": ({ on_conflict }) => {
      asked.push(on_conflict);
      return { ...OUTCOME, same_name: ["ent_9"], outcome: on_conflict === "merge" ? "merged" : "created" };
    },
  });
  await choose(user, JSON_CARD());
  await screen.findByText(/There is a character called Odo already\./);
  await user.click(screen.getByRole("radio", { name: "Add it to Odo" }));
  expect(await screen.findByRole("button", { name: "Add it" })).toBeTruthy();
  await screen.findAllByText(/What the card adds goes to Odo; what is written stays/);
  expect(asked).toEqual(["create", "merge"]);
});

test("a hostile card is refused with its reasons, and another one can be chosen", async () => {
  const user = open({ "npcs.import": () => OUTCOME });
  const answered = fetch;
  const msg = "The picture ends within a chunk.";
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (!input.includes("npcs.import")) return answered(input, init);
    const data = {
      httpStatus: 422,
      path: null,
      problem: null,
      detail: [{ type: "value_error", loc: ["body", "png"], msg }],
    };
    return Response.json({ error: { code: -32_022, message: "It is not valid.", data } }, { status: 422 });
  });
  await choose(user, new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1)], "odo.png", { type: "image/png" }));
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByText(msg)).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Import/ }).getAttribute("aria-disabled")).toBe("true");
  vi.stubGlobal("fetch", answered);
  await choose(user, JSON_CARD());
  await screen.findByRole("region", { name: "What becomes of the card" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a card is saved without secrets unless they are asked for, and says what is left out", async () => {
  const asked: object[] = [];
  answerWith({
    "npcs.export": ({ format, view, include_secrets }) => {
      asked.push({ format, view, include_secrets });
      return { format, filename: "odo.json", content: "{}", withheld: include_secrets === true ? 0 : 2, left_out: 0 };
    },
  });
  const names: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:saved");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  render(
    <Studio>
      <ExportCard npc={{ id: "npc_1", card: "a".repeat(64) }} name="Odo" onClose={() => undefined} />
    </Studio>,
  );
  const user = userEvent.setup();
  expect(await screen.findByText("2 secret facts are left out.")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "The card that came" }));
  await user.click(screen.getByRole("radio", { name: "Version 2" }));
  await user.click(screen.getByRole("checkbox", { name: "With secrets" }));
  await screen.findByText(/Whoever gets the file reads the secrets in it\./);
  await user.click(screen.getByRole("button", { name: "Save the card" }));
  expect(names).toEqual(["odo.json"]);
  expect(asked.at(-1)).toEqual({ format: "card_v2", view: "source", include_secrets: true });
});
