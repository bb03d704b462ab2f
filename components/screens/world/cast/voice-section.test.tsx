import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answers, answerWith, Studio } from "../../../studio.fixture.tsx";
import { VoiceSection } from "./voice-section.tsx";

const ODO = {
  ...{
    id: "npc_1",
    entity_id: "ent_odo",
    name: "Odo",
    state: "active",
    role: "ferryman",
    mood: "",
    memory: "keep",
    effective_memory: "keep",
  },
  ...{ personality: "Patient.", description: "", style: "Gruff, in few words.", retired: false, valid_from_seq: 9 },
  goals: [
    { text: "Keep the boat afloat.", priority: 2 },
    { text: "Cross before the ebb.", priority: 5 },
  ],
  ...{ sample_lines: ["Mind the step.\nIt is wet."], greetings: ["You again.", "Sit."], actions: [] },
};

function show(answers: Answers, query = "") {
  answerWith(answers);
  render(
    <Studio query={query}>
      <VoiceSection entity={{ id: "ent_odo", name: "Odo" }} />
    </Studio>,
  );
  return userEvent.setup();
}

const listed = (npcs: readonly object[]) => ({ npcs, total: npcs.length, has_more: false });

test("a character without a voice is given one, which is written at once", async () => {
  const made: unknown[] = [];
  const user = show({
    "npcs.list": () => listed(made.length === 0 ? [] : [{ ...ODO, role: "" }]),
    "npcs.create": (input) => {
      made.push(input.entity_id);
      return ODO;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Give Odo a voice" }));
  expect(await screen.findByLabelText("Role in the story")).toBeTruthy();
  expect(made).toEqual(["ent_odo"]);
});

test("a voice is read part by part, its goals with the most important first", async () => {
  show({ "npcs.list": () => listed([ODO]) });
  const section = await screen.findByRole("region", { name: "How Odo speaks" });
  await within(section).findByText("Takes part");
  const terms = within(section).getAllByRole("term");
  expect(terms.map(({ textContent }) => textContent)).toEqual([
    "Role in the story",
    "Personality",
    "Way of speaking",
    "Goals, the most important first",
    "Lines that show the voice",
    "Greetings",
    "What Odo is told",
  ]);
  expect(section.textContent).toMatch(/Cross before the ebb\.Keep the boat afloat\./);
});

test("a change sends what was changed, lines as they are written and none that are blank", async () => {
  const sent: object[] = [];
  const user = show({
    "npcs.list": () => listed([ODO]),
    "npcs.update": ({ project_id: _, ...patch }) => {
      sent.push(patch);
      return ODO;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Change the voice" }));
  await user.click(screen.getByRole("button", { name: "Take out greeting 2" }));
  await user.click(screen.getByRole("button", { name: "Add a greeting" }));
  await user.keyboard("Late.{Enter}The tide is not.");
  await user.click(screen.getByRole("button", { name: "Add a line" }));
  await user.selectOptions(screen.getByLabelText("How much goal 1 matters"), "4");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await screen.findByRole("button", { name: "Change the voice" });
  expect(sent).toEqual([
    {
      npc_id: "npc_1",
      base_seq: 9,
      goals: [
        { text: "Keep the boat afloat.", priority: 4 },
        { text: "Cross before the ebb.", priority: 5 },
      ],
      sample_lines: ["Mind the step.\nIt is wet."],
      greetings: ["You again.", "Late.\nThe tide is not."],
    },
  ]);
});

test("what a character can do is written with its condition in words, and a condition that cannot be read is told", async () => {
  const sent: { actions: unknown }[] = [];
  const user = show({
    "npcs.list": () => listed([ODO]),
    "variables.list": () => ({
      variables: [{ id: "var_purse", name: "purse", type: "number", enum_values: [] }],
      total: 1,
      has_more: false,
    }),
    "npcs.update": ({ actions }) => {
      sent.push({ actions });
      return ODO;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Change the voice" }));
  await user.click(screen.getByRole("button", { name: "Add a thing to do" }));
  await user.keyboard("open_gate");
  await user.type(screen.getByLabelText("Thing to do 1: when it is done"), "When the toll is paid.");
  await user.click(screen.getByRole("button", { name: "Add what comes with it" }));
  await user.type(screen.getByLabelText("Thing to do 1, with 1: name in the game"), "way");
  await user.selectOptions(screen.getByLabelText("Thing to do 1, with 1: kind"), "one of");
  await user.type(screen.getByLabelText("Thing to do 1, with 1: choices, with commas between"), "sea, marsh");
  const when = screen.getByLabelText("Thing to do 1: only when");
  await user.type(when, "purse >=");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  expect((await screen.findByRole("alert")).textContent).toContain("“Only when”");
  await user.type(when, " 6");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await screen.findByRole("button", { name: "Change the voice" });
  expect(sent).toEqual([
    {
      actions: [
        {
          key: "open_gate",
          description: "When the toll is paid.",
          parameters: [{ key: "way", type: "choice", description: "", choices: ["sea", "marsh"] }],
          when: [{ op: "gte", args: [{ var: "var_purse" }, { lit: 6 }] }],
        },
      ],
    },
  ]);
});

test("at an earlier moment the voice is that of the moment, and is only read", async () => {
  const asked: unknown[] = [];
  show(
    {
      "npcs.list": ({ at_seq }) => {
        asked.push(at_seq);
        return listed([{ ...ODO, state: "deceased" }]);
      },
    },
    "at=7",
  );
  expect(await screen.findByText(/Odo is dead at this moment\. Nobody can talk to Odo\./)).toBeTruthy();
  expect(screen.getByRole("button", { name: /Change the voice/ }).getAttribute("aria-disabled")).toBe("true");
  expect(asked).toEqual([7]);
});
