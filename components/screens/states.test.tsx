import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SCREENS } from "../../e2e/screens.ts";
import { FAILURES, type Failure, operationsIn, REQUEST_ID, refusalOf, SAYS } from "../../e2e/states.ts";
import { PLACE } from "../editor/session/simulation/fake-tab.ts";
import { READ_AHEAD } from "../frame/ahead/first-reads.ts";
import { addressIn, STUDIO_SCREENS } from "../frame/areas/areas.ts";
import { Shell } from "../frame/shell/shell.tsx";
import { Studio } from "../studio.fixture.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { BibleScreen } from "./bible/bible-screen.tsx";
import { DeletedList } from "./deleted/deleted-list.tsx";
import { DialogueScreen } from "./dialogue/dialogue-screen.tsx";
import { DialoguesScreen } from "./dialogues/dialogues-screen.tsx";
import { FeedbackScreen } from "./feedback/feedback-screen.tsx";
import { FieldsScreen } from "./fields/fields-screen.tsx";
import { HomeScreen } from "./home/home-screen.tsx";
import { IdeasScreen } from "./ideas/ideas-screen.tsx";
import { InboxScreen } from "./inbox/inbox-screen.tsx";
import { KeysScreen } from "./keys/keys-screen.tsx";
import { LinksScreen } from "./links/links-screen.tsx";
import { ManuscriptScreen } from "./manuscript/manuscript-screen.tsx";
import { MemoriesScreen } from "./memories/memories-screen.tsx";
import { PeopleScreen } from "./people/people-screen.tsx";
import { ProjectMembersScreen } from "./people/project-members-screen.tsx";
import { PlayersScreen } from "./players/players-screen.tsx";
import { PlaythroughsScreen } from "./playthroughs/playthroughs-screen.tsx";
import { PredicatesScreen } from "./predicates/predicates-screen.tsx";
import { ProblemsScreen } from "./problems/problems-screen.tsx";
import { SettingsScreen } from "./project/settings-screen.tsx";
import { ProjectMapScreen } from "./project-map/project-map-screen.tsx";
import { ProviderKeysScreen } from "./provider-keys/provider-keys-screen.tsx";
import { QuestScreen } from "./quests/quest-screen.tsx";
import { QuestsScreen } from "./quests/quests-screen.tsx";
import { ReadersScreen } from "./readers/readers-screen.tsx";
import { RulesScreen } from "./rules/rules-screen.tsx";
import { SeedsScreen } from "./seeds/seeds-screen.tsx";
import { StyleWordsScreen } from "./style-words/style-words-screen.tsx";
import { TalkScreen } from "./talks/talk-screen.tsx";
import { TalksScreen } from "./talks/talks-screen.tsx";
import { TimelineScreen } from "./timeline/timeline-screen.tsx";
import { UsageScreen } from "./usage/usage-screen.tsx";
import { VariablesScreen } from "./variables/variables-screen.tsx";
import { ChooseProjectScreen } from "./webhooks/choose-project-screen.tsx";
import type { Webhook } from "./webhooks/webhook-queries.ts";
import { WebhookScreen } from "./webhooks/webhook-screen.tsx";
import { WebhooksScreen } from "./webhooks/webhooks-screen.tsx";
import { PlacesScreen } from "./world/places/places-screen.tsx";
import { TableScreen } from "./world/table/table-screen.tsx";

/** A screen with what its route gives it. */
interface ScreenCase {
  readonly screen: ReactNode;
  /** Whether it is a screen of the workspace, outside of all projects. */
  readonly isOutside?: boolean;
  readonly query?: string;
}

const webhook = <WebhookScreen webhookId="whk_1" />;

/** Every screen that reads something, by its name in `e2e/screens.ts`. */
const CASES: Readonly<Record<string, ScreenCase>> = {
  home: { screen: <HomeScreen />, isOutside: true },
  inbox: { screen: <InboxScreen />, isOutside: true },
  settings: { screen: <SettingsScreen /> },
  dialogues: { screen: <DialoguesScreen /> },
  places: { screen: <PlacesScreen /> },
  cast: { screen: <TableScreen page="cast" /> },
  groups: { screen: <TableScreen page="groups" /> },
  things: { screen: <TableScreen page="things" /> },
  bible: { screen: <BibleScreen /> },
  fields: { screen: <FieldsScreen /> },
  links: { screen: <LinksScreen /> },
  rules: { screen: <RulesScreen /> },
  playthroughs: { screen: <PlaythroughsScreen /> },
  talks: { screen: <TalksScreen /> },
  talk: { screen: <TalkScreen conversationId="cnv_1" /> },
  readers: { screen: <ReadersScreen /> },
  "problems-of-all-dialogues": { screen: <ProblemsScreen /> },
  memories: { screen: <MemoriesScreen /> },
  feedback: { screen: <FeedbackScreen /> },
  history: { screen: <TimelineScreen /> },
  members: { screen: <ProjectMembersScreen /> },
  "members-of-the-workspace": { screen: <PeopleScreen />, isOutside: true },
  keys: { screen: <KeysScreen />, isOutside: true },
  usage: { screen: <UsageScreen />, isOutside: true },
  "webhooks-of-all-projects": { screen: <ChooseProjectScreen />, isOutside: true },
  webhooks: { screen: <WebhooksScreen /> },
  "provider-keys": { screen: <ProviderKeysScreen /> },
  webhook: { screen: webhook },
  delivery: { screen: webhook, query: "delivery=dlv_1" },
  "webhook-settings": { screen: webhook, query: "tab=settings" },
  "webhook-test": { screen: webhook, query: "tab=test" },
  variables: { screen: <VariablesScreen /> },
  players: { screen: <PlayersScreen /> },
  predicates: { screen: <PredicatesScreen /> },
  quests: { screen: <QuestsScreen /> },
  quest: { screen: <QuestScreen questId="qst_1" /> },
  seeds: { screen: <SeedsScreen /> },
  ideas: { screen: <IdeasScreen /> },
  "style-words": { screen: <StyleWordsScreen /> },
  manuscript: { screen: <ManuscriptScreen /> },
  deleted: {
    screen: (
      <Shell title={<h1>Recently deleted</h1>}>
        <DeletedList />
      </Shell>
    ),
  },
  "dialogue-canvas": { screen: <DialogueScreen graphId="dlg_1" /> },
  map: { screen: <ProjectMapScreen /> },
};

/** Answers to further reads that a screen waits for before it says that it is empty. */
const BESIDE: Readonly<Record<string, object>> = {
  "entities.types": { types: [], total: 0, has_more: false },
  "webhooks.get": {
    webhook_id: "whk_1",
    url: "https://tides.example/hooks",
    events: ["*"],
    active: true,
    description: "",
  } as Webhook,
};

/** A connection on which nothing comes. */
class Silence extends EventTarget {
  close(): void {}
}

/** Warnings of React, such as two children with one key. */
const complain = vi.fn();

beforeEach(() => {
  complain.mockClear();
  vi.spyOn(console, "error").mockImplementation(complain);
  vi.stubGlobal("EventSource", Silence);
});

afterEach(() => expect(complain.mock.calls).toEqual([]));

/** Makes the service answer each request of the studio in one way. */
function answers(answer: (address: string) => Promise<Response>): void {
  vi.stubGlobal("fetch", (input: string) => {
    return answer(new URL(input, "http://studio.test").href);
  });
}

const NEVER = () => new Promise<Response>(() => undefined);

/** Makes every read fail in one way. */
function failWith(failure: Failure): void {
  answers(async (address) => {
    if (failure === "offline") throw new TypeError("Failed to fetch");
    const { body, ...rest } = refusalOf(address, Number(failure));
    return new Response(body, rest);
  });
}

/** Answers these operations and refuses all others, also within one batch. */
function answerOnly(known: Readonly<Record<string, object>>): void {
  answers(async (address) => {
    const { body } = refusalOf(address, 500);
    const refused = JSON.parse(body);
    const results = operationsIn(address).map((name, at) => {
      const data = known[name];
      return data === undefined ? ([refused].flat()[at] as object) : { result: { data } };
    });
    return Response.json(Array.isArray(refused) ? results : results[0]);
  });
}

function draw(name: string) {
  const { screen: element, isOutside = false, query = "" } = CASES[name] ?? { screen: null };
  if (query !== "") window.history.replaceState(null, "", `/?${query}`);
  const view = render(
    <Studio role={OWNER} query={query} {...(isOutside && { projectId: null })}>
      {element}
    </Studio>,
  );
  return { ...view, main: () => within(screen.getByRole("main")) };
}

const OWNER = "owner";
const PROJECT = PLACE.projectId;
const RETRY = /^(Retry|Try again)$/;
const READING = SCREENS.filter(({ reads }) => reads !== undefined);

test("every screen that reads something is looked at", () => {
  expect(Object.keys(CASES).toSorted()).toEqual(READING.map(({ name }) => name).toSorted());
});

describe.each(READING)("$name", ({ name, reads = "", empty }) => {
  test("says what it waits for", async () => {
    answers(NEVER);
    const { main } = draw(name);
    await waitFor(() => main().getAllByText(SAYS.slow));
  });

  test.each(FAILURES)("says what went wrong: %s", async (failure) => {
    failWith(failure);
    const { main } = draw(name);
    await waitFor(() => main().getAllByText(SAYS[failure]));
    if (failure === "500") main().getAllByText(new RegExp(REQUEST_ID));
  });

  test("reads again at once when it is told to", async () => {
    failWith("500");
    const { main } = draw(name);
    await waitFor(() => main().getAllByRole("button", { name: RETRY }));
    answers(NEVER);
    const user = userEvent.setup();
    for (const retry of main().getAllByRole("button", { name: RETRY })) await user.click(retry);
    // Checked at once: some screens also read again by themselves after a while.
    main().getAllByText(SAYS.slow);
    expect(main().queryAllByRole("button", { name: RETRY })).toEqual([]);
  });

  if (empty !== undefined) {
    test("says what to do when there is nothing in it", async () => {
      answerOnly({ ...BESIDE, [reads]: empty.answer });
      const { main } = draw(name);
      await waitFor(() => main().getByText(empty.says));
    });
  }
});

describe.each(READ_AHEAD)("%s", (id) => {
  test("does not ask again for what was read ahead", async () => {
    const here = READING.find(({ address }) => address({ project: PROJECT } as never) === addressIn(PROJECT, id));
    if (here === undefined) throw new Error(`nothing is known of ${id}`);
    const known: Readonly<Record<string, object>> = { ...BESIDE, [here.reads ?? ""]: here.empty?.answer ?? {} };
    const asked: string[] = [];
    answers(async (address) => {
      const names = operationsIn(address);
      asked.push(...names);
      const { body } = refusalOf(address, 500);
      const results = names.map((name, at) =>
        known[name] === undefined ? ([JSON.parse(body)].flat()[at] as object) : { result: { data: known[name] } },
      );
      return Response.json(Array.isArray(JSON.parse(body)) ? results : results[0]);
    });
    const link = <PageLink href={addressIn(PROJECT, id)}>Go</PageLink>;
    const view = render(<Studio role={OWNER}>{link}</Studio>);
    fireEvent.touchStart(screen.getByRole("link", { name: "Go" }));
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
    const ahead = new Set(asked.splice(0));
    view.rerender(<Studio role={OWNER}>{CASES[here.name]?.screen}</Studio>);
    if (here.empty !== undefined) await screen.findAllByText(here.empty.says);
    expect(asked.filter((name) => ahead.has(name))).toEqual([]);
  });
});

test("every screen of the map of the studio is among those that are looked at", () => {
  const addresses = SCREENS.map((screen) => screen.address({ project: "prj_1" } as never));
  for (const { id } of STUDIO_SCREENS) expect(addresses).toContain(addressIn("prj_1", id));
});
