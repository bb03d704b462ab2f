import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { importProjectJob } from "#server/features/projects/public.ts";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { refusal } from "#tests/record/refusal.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { followAll, linkTo, repin, suggested, work } from "./linked.ts";

const { entities, facts, links, players, projects, record, relationships, secrets } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const follow = () => followAll(bench.services);

const answer = (title: Story, name: "acceptChange" | "rejectChange", link_change_id: string) =>
  title.ask(links[name], { params: { link_change_id } });

async function accept(title: Story): Promise<void> {
  // Entities before what names them.
  for (const type of ["entity", "relationship", "fact"])
    for (const { id } of await suggested(title, { status: "open", type })) await answer(title, "acceptChange", id);
}

test("changes of the source are suggested one by one; what is refused is so until it changes again", async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const town = await source.place("town", { properties: { size: 3, mood: "glad" } });
  const mill = await source.place("mill", { parent_id: town });
  const link_id = await linkTo(title, source, { mode: "following", overlay: ["mood"] });
  await title.patch(town, { properties: { mood: "grim" } });
  await follow();
  expect(await suggested(title)).toEqual([]);

  await source.patch(town, { name: "Great Town", properties: { size: 9, mood: "sad" } });
  await source.patch(mill, { name: "Old Mill" });
  const quay = await source.place("quay", { parent_id: town });
  const { id: said } = await source.ask(facts.create, { body: { text: "It floods.", subject_id: quay } });
  const before = await title.seq();
  await follow();
  await follow();
  const open = new Map((await suggested(title)).map((each) => [each.subject_id, each]));
  expect([...open.keys()].sort()).toEqual([town, mill, quay, said].sort());
  expect(open.get(town)).toMatchObject({
    ...{ type: "entity", change: "changed", label: "Great Town", link_id, source_seq: await source.seq() },
    fields: [
      { name: "name", here: "town", there: "Great Town", held: false },
      { name: "properties.mood", here: "grim", there: "sad", held: true },
      { name: "properties.size", here: 3, there: 9, held: false },
    ],
  });
  expect(open.get(quay)).toMatchObject({ change: "added", fields: [], content: { name: "quay", parent_id: town } });
  expect(new Set(await title.kindsAfter(before))).toEqual(new Set(["link_change.created"]));
  const change = (id: string) => open.get(id)?.id ?? "";
  const early = await refusal(title.ask(links.acceptChange, { params: { link_change_id: change(said) } }));
  expect(early.code).toBe("not_found");
  await answer(title, "acceptChange", change(town));
  expect(await title.entity(town)).toMatchObject({ name: "Great Town", properties: { size: 9, mood: "grim" } });
  expect(await title.entity(mill)).toMatchObject({ name: "mill" });
  await answer(title, "rejectChange", change(mill));
  await answer(title, "acceptChange", change(quay));
  await answer(title, "acceptChange", change(said));
  expect((await title.ask(facts.list)).facts).toMatchObject([{ id: said, brought: { link_id } }]);

  await source.patch(town, { properties: { mood: "glad" } });
  await follow();
  expect(await suggested(title)).toEqual([]);
  await source.patch(mill, { name: "Mill of Old" });
  await follow();
  expect(await suggested(title)).toMatchObject([
    { id: change(mill), fields: [{ here: "mill", there: "Mill of Old" }] },
  ]);
  await source.patch(mill, { name: "mill" });
  await follow();
  expect(await suggested(title, { status: "settled" })).toMatchObject([{ subject_id: mill }]);
  // What was refused, undone and is made again is suggested again.
  const rename = async (name: string) => {
    await source.patch(mill, { name });
    await follow();
  };
  await rename("Mill of Old");
  await answer(title, "rejectChange", change(mill));
  await rename("mill");
  expect(await suggested(title, { status: "rejected" })).toEqual([]);
  await rename("Mill of Old");
  expect(await suggested(title)).toMatchObject([{ id: change(mill) }]);
  await rename("mill");

  await source.remove(quay);
  await follow();
  expect(await suggested(title)).toMatchObject([
    { subject_id: quay, change: "gone" },
    { subject_id: said, change: "gone" },
  ]);
  expect(await title.entity(quay)).toMatchObject({ source_link_id: link_id });
  await accept(title);
  expect(await title.entity(quay)).toMatchObject({ name: "quay", source_link_id: null });
  await title.patch(quay, { name: "Our quay" });

  await source.patch(mill, { name: "Mill again" });
  await follow();
  expect(await suggested(title)).toHaveLength(1);
  await repin(title, link_id);
  await follow();
  expect(await suggested(title)).toEqual([]);
  expect((await bench.replay(title.projectId)).differences).toEqual([]);
});

test("a link that is pinned again settles what it suggested, and one that is released takes it along", async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const town = await source.place("town");
  const link_id = await linkTo(title, source, { mode: "following" });
  await source.patch(town, { name: "Town" });
  await follow();
  const [{ id: link_change_id = "" } = {}] = await suggested(title);
  await title.ask(links.update, { params: { link_id }, body: { mode: "pinned" } });
  await follow();
  expect(await suggested(title, {})).toMatchObject([{ id: link_change_id, status: "settled" }]);
  await title.ask(links.update, { params: { link_id }, body: { mode: "following" } });
  await follow();
  // What was refused is not accepted over something later.
  await answer(title, "rejectChange", link_change_id);
  await title.ask(links.update, { params: { link_id }, body: { mode: "pinned" } });
  await source.patch(town, { name: "Later Town" });
  await repin(title, link_id);
  expect((await refusal(answer(title, "acceptChange", link_change_id))).code).toBe("wrong_state");
  expect(await title.entity(town)).toMatchObject({ name: "Later Town" });
  await title.ask(links.update, { params: { link_id }, body: { mode: "following" } });
  await source.patch(town, { name: "town" });
  await follow();
  await accept(title);
  await title.ask(links.release, { params: { link_id } });
  await work(title, link_id).catch(() => null);
  expect(await suggested(title, {})).toEqual([]);
  expect(await title.entity(town)).toMatchObject({ name: "town", source_link_id: null });
});

test("what a link names is followed as it was brought, until it is repinned", async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const town = await source.place("town", { properties: { size: 3 } });
  const mill = await source.place("mill");
  const filter = { entity_ids: [town] };
  const link_id = await linkTo(title, source, { mode: "following", filter });
  await title.ask(links.update, { params: { link_id }, body: { filter: {}, overlay: ["size"] } });
  await follow();
  expect(await suggested(title)).toEqual([]);
  await source.patch(town, { properties: { size: 4 } });
  await follow();
  await accept(title);
  expect(await title.entity(town)).toMatchObject({ properties: { size: 4 } });
  await repin(title, link_id);
  expect(await title.entity(mill)).toMatchObject({ name: "mill" });
  await source.patch(town, { properties: { size: 5 } });
  await follow();
  expect(await suggested(title)).toEqual([]);
});

test("a source that is gone or closed leaves what is here, and the link says so until it is repinned", async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const town = await source.place("town");
  const link_id = await linkTo(title, source, { mode: "following" });
  const standing = async () => (await title.ask(links.get, { params: { link_id } })).status;
  await source.patch(town, { name: "Town" });
  await followAll({ ...bench.services, currentCaller: async () => null });
  await followAll({ ...bench.services, currentCaller: async () => null });
  expect([await standing(), await suggested(title)]).toEqual(["lost", []]);
  expect(await title.entity(town)).toMatchObject({ name: "town", source_link_id: link_id });
  expect(await repin(title, link_id)).toMatchObject({ status: "ready", error: null });
  // What nobody with access to the source said is not read in anybody's name.
  const stranger = { ...bench.caller, projectIds: [title.projectId] };
  const params = { link_id };
  expect((await refusal(title.call(links.update, { params, body: { filter: {} }, caller: stranger }))).code).toBe(
    "not_found",
  );
  expect((await refusal(title.call(links.repin, { params, caller: stranger }))).code).toBe("not_found");
  await bench.ask(projects.delete, { params: { project_id: source.projectId } });
  await follow();
  expect(await standing()).toBe("lost");
  expect(await title.entity(town)).toMatchObject({ name: "Town", source_link_id: link_id });
});

test("a link that is changed while links are followed is looked at again, and is not lost", async () => {
  const [source, first, second] = [await Story.begin(bench), await Story.begin(bench), await Story.begin(bench)];
  const town = await source.place("town");
  const ids = new Map<Story, string>();
  for (const title of [first, second]) ids.set(title, await linkTo(title, source, { mode: "following" }));
  await source.patch(town, { name: "Town" });
  let overlay = 0;
  const changeAll = async () => {
    for (const [title, link_id] of ids)
      await title.ask(links.update, { params: { link_id }, body: { overlay: [`own-${overlay++}`] } });
  };
  const standing = async () => {
    const all = [...ids].map(([title, link_id]) => title.ask(links.get, { params: { link_id } }));
    return (await Promise.all(all)).map(({ status }) => status);
  };
  const { currentCaller } = bench.services;
  const changing = (answer: typeof currentCaller): typeof currentCaller => {
    return async (asked) => {
      await changeAll();
      return answer(asked);
    };
  };
  await followAll({ ...bench.services, currentCaller: changing(currentCaller) });
  expect(await standing()).toEqual(["ready", "ready"]);
  await followAll({ ...bench.services, currentCaller: changing(async () => null) });
  expect(await standing()).toEqual(["ready", "ready"]);
  await followAll({ ...bench.services, currentCaller: async () => null });
  expect(await standing()).toEqual(["lost", "lost"]);
});

test("an acceptance is taken back, an erasure leaves shadows, and an imported copy reads its source for nobody", async () => {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const town = await source.place("town", { properties: { size: 3 } });
  const link_id = await linkTo(title, source, { mode: "following" });
  await source.patch(town, { properties: { size: 4 } });
  await follow();
  const [{ id = "" } = {}] = await suggested(title);
  const before = await title.entity(town);
  await answer(title, "acceptChange", id);
  const commit_seq = String(await title.seq());
  await title.ask(record.takeBack, { params: { commit_seq }, body: {} });
  expect(await title.entity(town)).toMatchObject({ properties: before.properties, source_link_id: link_id });
  expect(await suggested(title)).toMatchObject([{ id }]);

  const { id: player_id } = await title.ask(players.create, { body: { external_id: "ana", avatar_id: town } });
  await title.ask(players.erase, { params: { player_id } });
  expect(await title.entity(town)).toMatchObject({ name: "town", source_project_id: source.projectId });

  const { content } = await title.ask(projects.exportProject, { query: { contents: "history" } });
  expect(content).not.toContain(id);
  const { id: import_id, project_id } = await bench.ask(projects.import, { body: { content } });
  await importProjectJob.step(bench.services, { import_id }, new AbortController().signal);
  const copy = Story.of(bench, project_id);
  expect(await copy.entity(town)).toMatchObject({ name: "town", source_link_id: link_id });
  await source.patch(town, { properties: { size: 5 } });
  await follow();
  expect(await copy.ask(links.get, { params: { link_id } })).toMatchObject({ status: "lost" });
  expect(await suggested(copy, {})).toEqual([]);
  expect(await suggested(title)).toMatchObject([{ id, fields: [{ here: 3, there: 5 }] }]);
  expect((await bench.replay(title.projectId)).differences).toEqual([]);
});

/** Words that nobody but authors of the source may read. */
const HIDDEN = "CANARY";

const visible = fc.constantFrom("open", "hidden", "later" as const);
const world = fc.record({
  places: fc.array(fc.record({ seen: visible, property: visible }), { minLength: 1, maxLength: 5 }),
  facts: fc.array(fc.record({ of: fc.nat(4), about: fc.nat(4), seen: visible }), { maxLength: 5 }),
  ties: fc.array(fc.record({ from: fc.nat(4), to: fc.nat(4) }), { maxLength: 3 }),
});

test("nothing comes along, nor is suggested, that not everyone may read in the source", async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ places, facts: told, ties }) => {
      const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
      const link_id = await linkTo(title, source, { mode: "following" });
      const word = (seen: string, text: string) => (seen === "hidden" ? `${HIDDEN} ${text}` : text);
      const hide = (subject_id: string, pointer: string | null) =>
        source.ask(secrets.create, { body: { subject_id, pointer, known_by: [] } });
      const ids: string[] = [];
      for (const [n, { seen, property }] of places.entries()) {
        const properties = { note: word(seen === "hidden" ? seen : property, `note ${n}`) };
        const id = await source.place(`${seen === "hidden" ? HIDDEN : "place"}-${n}`, { properties });
        ids.push(id);
        if (seen === "hidden") await hide(id, null);
        else if (property === "hidden") await hide(id, "/properties/note");
      }
      const at = (n: number) => n % places.length;
      const isHidden = (n: number) => places[at(n)]?.seen === "hidden";
      const open = new Set<string>();
      for (const [n, { of, about, seen }] of told.entries()) {
        const isOpen = seen !== "hidden" && !isHidden(of) && !isHidden(about);
        const text = word(isOpen ? "open" : "hidden", `fact ${n}`);
        const known: JsonObject = seen === "hidden" ? { known_by: [], secret: n % 2 === 0 } : {};
        const body = {
          text,
          subject_id: ids[at(of)],
          also_about: [ids[at(about)]].filter((id) => id !== ids[at(of)]),
          ...known,
        };
        const { id } = await source.ask(facts.create, { body: body as never });
        if (isOpen) open.add(id);
      }
      for (const { from, to } of ties)
        if (at(from) !== at(to)) await source.relationship(ids[at(from)] ?? "", ids[at(to)] ?? "");
      await follow();
      await accept(title);
      // What becomes a secret afterwards is told to be gone, without its words as they are by then.
      for (const [n, { seen }] of places.entries()) {
        const id = ids[n] ?? "";
        if (seen !== "later") continue;
        await hide(id, null);
        await source.patch(id, { name: `${HIDDEN} renamed`, properties: { note: `${HIDDEN} later` } });
      }
      await follow();
      const all = await title.ask(record.events, { query: { limit: 500 } });
      const said = JSON.stringify([
        all,
        await suggested(title, {}),
        await title.ask(entities.list),
        await title.ask(relationships.list),
      ]);
      expect(said).not.toContain(HIDDEN);
      const here = await title.ask(facts.list, { query: { limit: 500 } });
      expect(new Set(here.facts.map(({ id }) => id))).toEqual(open);
      expect((await title.ask(entities.list, { query: { limit: 500 } })).total).toBe(
        places.filter(({ seen }) => seen !== "hidden").length,
      );
      const gone = (await suggested(title)).filter(({ change, type }) => change === "gone" && type === "entity");
      expect(gone).toHaveLength(places.filter(({ seen }) => seen === "later").length);
      const drift = await title.ask(links.drift, { params: { link_id }, query: { limit: 500 } });
      expect(JSON.stringify(drift)).not.toContain(HIDDEN);
    }),
    { numRuns: rounds({ gate: 2, full: 60 }), seed: TEST_SEED },
  );
});
