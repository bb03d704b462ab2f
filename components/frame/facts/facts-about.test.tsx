import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { FactsAbout } from "./facts-about.tsx";

const ANA = "ent_01jd0000000000000000000000";
const BOR = "ent_01jd0000000000000000000001";
const GATE = { id: "ent_01jd0000000000000000000009", name: "The salt gate" };
const NAMED = [
  { id: ANA, name: "Ana Vel", properties: {} },
  { id: BOR, name: "Bor Hask", properties: {} },
];

const SHUT = {
  id: "fact_1",
  text: "The gate is shut at high tide.",
  subject_id: GATE.id,
  predicate: null,
  object_id: null,
  also_about: [],
  known_by: [ANA],
  secret: true,
  conflicts: [],
  told: { [ANA]: { how: "told", from: BOR } },
  source: { kind: "client", label: null, witness_id: null },
  brought: null,
  superseded_by: null,
  superseded_reason: null,
  superseded_mode: null,
  valid_from_seq: 4,
};

const UNSAID = { predicate: null, object_id: null };

type Sent = Readonly<Record<string, unknown>>;

function shown(answers: Answers, props: { query?: string; role?: "viewer" } = {}) {
  const calls: [string, Sent][] = [];
  const noted = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (input: Readonly<Record<string, unknown>>) => {
        const { project_id: _, ...sent } = input;
        calls.push([name, sent]);
        return answer(input);
      },
    ]),
  );
  answerWith({
    "entities.list": () => ({ entities: NAMED, total: 2, has_more: false }),
    "facts.list": () => ({ facts: [SHUT], total: 1, has_more: false }),
    ...noted,
  });
  render(
    <Studio {...props}>
      <FactsAbout entity={GATE} />
    </Studio>,
  );
  const sent = (name: string) => calls.flatMap(([called, input]) => (called === name ? [input] : []));
  return { user: userEvent.setup(), sent };
}

const row = async () => within((await screen.findAllByRole("listitem"))[0] as HTMLElement);

async function choose(user: ReturnType<typeof userEvent.setup>, title: string | RegExp) {
  await user.click((await row()).getByRole("button", { name: /^More about/ }));
  await user.click(await screen.findByRole("menuitem", { name: title }));
}

test("a fact is written with who knows it, how and from whom, in one request", async () => {
  const { user, sent } = shown({ "facts.batch": () => ({ facts: [], omitted: 0, conflicts: [] }) });
  await user.click(await screen.findByRole("button", { name: "Write a fact" }));
  const form = within(screen.getByRole("region", { name: "New fact" }));
  await user.click(form.getByRole("button", { name: "Save" }));
  expect((await form.findByRole("alert")).textContent).toBe("Write what is known.");
  await user.type(form.getByLabelText("What is known"), "It has two doors.");
  await user.click(form.getByRole("radio", { name: "Only some" }));
  await user.click(form.getByRole("combobox", { name: "Those who know it" }));
  await user.click(await screen.findByRole("option", { name: /^Ana Vel/ }));
  await user.selectOptions(form.getByLabelText("How they learnt it"), "saw");
  await user.click(form.getByRole("checkbox", { name: /^Secret/ }));
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Write a fact" });
  const facts = sent("facts.batch")[0]?.facts as { id: string }[];
  const id = expect.stringMatching(/^fact_[0-9a-z]{26}$/);
  expect(facts).toEqual([
    { id, text: "It has two doors.", subject_id: GATE.id, ...UNSAID, also_about: [], known_by: [], secret: true },
    { op: "tell", id: facts[0]?.id, to: [ANA], how: "saw", from: null },
  ]);
});

test("a fact says who knows it and from whom, and a telling is taken back", async () => {
  const answer = { fact: SHUT, still_knows_by: [] };
  const { user, sent } = shown({ "facts.untell": () => answer, "facts.tell": () => SHUT });
  await user.click(await (await row()).findByRole("button", { name: "Known to Ana Vel" }));
  const knowers = within(screen.getByRole("region", { name: "Who knows it" }));
  expect(knowers.getByRole("listitem").textContent).toContain("Ana VelWas told, from Bor Hask");
  await user.click(knowers.getByRole("button", { name: "Take back that Ana Vel knows it" }));
  expect(sent("facts.untell")).toEqual([{ fact_id: "fact_1", to: [ANA] }]);

  await user.click(knowers.getByRole("button", { name: "Tell somebody" }));
  const form = within(screen.getByRole("region", { name: "Tell somebody" }));
  await user.click(form.getByRole("combobox", { name: "Who learns it" }));
  await user.click(await screen.findByRole("option", { name: /^Bor Hask/ }));
  await user.selectOptions(form.getByLabelText("How they learnt it"), "heard");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(sent("facts.tell")).toEqual([{ fact_id: "fact_1", to: [BOR], how: "heard", from: null }]);
});

test("another fact takes its place with a reason, and what was never true is said so", async () => {
  const { user, sent } = shown({ "facts.supersede": () => ({ fact: SHUT, by: SHUT }) });
  await choose(user, "Put another in its place…");
  const form = within(screen.getByRole("region", { name: "Put another fact in its place" }));
  await user.type(form.getByLabelText("What holds instead"), "It stays open.");
  await user.click(form.getByRole("radio", { name: "It was never true" }));
  await user.click(form.getByRole("button", { name: "Save" }));
  expect((await form.findByRole("alert")).textContent).toBe("Say why.");
  await user.type(form.getByLabelText("Why"), "The flood took the doors.");
  await user.click(form.getByRole("button", { name: "Save" }));
  const about = { subject_id: GATE.id, ...UNSAID, also_about: [] };
  const by = { text: "It stays open.", ...about, known_by: [ANA], secret: true };
  expect(sent("facts.supersede")).toEqual([
    { fact_id: "fact_1", by, reason: "The flood took the doors.", mode: "retcon" },
  ]);
});

test("a change sends what is different alone, and the cards that use a fact are links", async () => {
  const node_id = "node_01jd0000000000000000000000";
  const { user, sent } = shown({
    "facts.update": () => SHUT,
    "facts.uses": () => ({
      uses: [{ graph_id: "dlg_1", node_id, branch_id: null, place: "on_enter_effects", access: "write" }],
      total: 1,
      has_more: false,
    }),
    "dialogues.names": () => ({ names: [{ id: node_id, name: "At the gate", graph_id: "dlg_1", graph_name: "Tide" }] }),
  });
  await choose(user, "Change…");
  const form = within(screen.getByRole("region", { name: "Change the fact" }));
  await user.type(form.getByLabelText("What is known"), " Always.");
  await user.click(form.getByRole("button", { name: "Save" }));
  const text = "The gate is shut at high tide. Always.";
  expect(sent("facts.update")).toEqual([{ fact_id: "fact_1", text, base_seq: 4 }]);

  await choose(user, "Cards that use it");
  const link = await screen.findByRole("link", { name: "Tide › At the gate" });
  expect(link.getAttribute("href")).toMatch(/\/dialogues\/dlg_1\?card=node_/);
});

test("of a fact that came from another project only who knows it is changed", async () => {
  const brought = { link_id: "lnk_1", project_id: "prj_2", seq: 3, keys: [] };
  const { user, sent } = shown({
    "facts.list": () => ({ facts: [{ ...SHUT, brought }], total: 1, has_more: false }),
    "facts.update": () => SHUT,
  });
  await choose(user, "Change…");
  const form = within(screen.getByRole("region", { name: "Change the fact" }));
  expect(form.queryByLabelText("What is known")).toBeNull();
  expect(form.getByText(SHUT.text)).toBeTruthy();
  await user.click(form.getByRole("radio", { name: "Everyone" }));
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(sent("facts.update")).toEqual([{ fact_id: "fact_1", known_by: "everyone", secret: false, base_seq: 4 }]);
});

test("a fact whose place another one took in another project is not said to hold after all", async () => {
  const brought = { link_id: "lnk_1", project_id: "prj_2", seq: 3, keys: ["superseded_by"] };
  const fact = { ...SHUT, brought, superseded_by: "fact_2", superseded_mode: "from" };
  const { user, sent } = shown({
    "facts.list": ({ ids }) => ({ facts: ids === undefined ? [fact] : [], total: 1, has_more: false }),
    "facts.unsupersede": () => SHUT,
  });
  await choose(user, /^It holds after all.*Another project says/);
  expect(sent("facts.unsupersede")).toEqual([]);
});

test("a fact that holds again, because what took its place was deleted, is not crossed out", async () => {
  const fact = { ...SHUT, superseded_by: "fact_2", superseded_mode: "from", superseded_reason: "It rusted." };
  const { sent } = shown({ "facts.list": () => ({ facts: [fact], total: 1, has_more: false }) });
  await (await row()).findByText("Holds again: what took its place is gone");
  expect((await row()).getByText(SHUT.text).className).not.toContain("line-through");
  expect((await row()).queryByText(/No longer so/)).toBeNull();
  expect(sent("facts.list")).toContainEqual(expect.objectContaining({ ids: "fact_1", superseded: false }));
});

test("an earlier moment and a viewer can only read", async () => {
  const { user, sent } = shown(
    { "facts.list": () => ({ facts: [SHUT], total: 1, has_more: false }) },
    { query: "at=7" },
  );
  await row();
  expect(sent("facts.list")[0]).toMatchObject({ at_seq: 7, subject_id: GATE.id, superseded: false });
  await user.click(screen.getByRole("button", { name: /^Write a fact/ }));
  expect(screen.queryByRole("region", { name: "New fact" })).toBeNull();
});

test("nothing known is said in a sentence", async () => {
  shown({ "facts.list": () => ({ facts: [], total: 0, has_more: false }) });
  expect(await screen.findByText("Nothing is written about The salt gate yet.")).toBeTruthy();
});

test("a fact that contradicts another one shows both, and takes its place on request", async () => {
  const conflicts = [{ fact_id: "fact_9", seq: 3, text: "The gate is open." }];
  const { user, sent } = shown({
    "facts.create": () => ({ ...SHUT, id: "fact_2", text: "It is shut.", conflicts }),
    "facts.supersede": () => ({ fact: SHUT, by: SHUT }),
  });
  await user.click(await screen.findByRole("button", { name: "Write a fact" }));
  const form = within(screen.getByRole("region", { name: "New fact" }));
  await user.type(form.getByLabelText("What is known"), "It is shut.");
  await user.type(form.getByLabelText("In short"), "is shut at");
  await user.click(form.getByRole("combobox", { name: "Whom or what" }));
  await user.click(await screen.findByRole("option", { name: /^Bor Hask/ }));
  await user.click(form.getByRole("button", { name: "Save" }));
  const pane = within(await screen.findByRole("region", { name: "Contradiction" }));
  expect(sent("facts.create")).toMatchObject([{ predicate: "is shut at", object_id: BOR }]);
  pane.getByText("You wrote: “It is shut.”");
  pane.getByText("“The gate is open.”");
  await user.click(pane.getByRole("button", { name: "Put the new one in its place" }));
  expect(sent("facts.supersede")).toMatchObject([{ fact_id: "fact_9", by: "fact_2", mode: "from" }]);
  await screen.findByRole("button", { name: "Write a fact" });
});
