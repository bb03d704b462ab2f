import { act } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useMemo, useState } from "react";
import { vi } from "vitest";
import { USUAL_PACKS } from "#domain/packs.ts";
import { smallContent } from "./editor/model/sample-content.ts";
import { DialogueContext } from "./editor/session/dialogue-context.ts";
import { FakeTab, ME, openBrowser, PLACE } from "./editor/session/simulation/fake-tab.ts";
import { createViewStore, ViewContext } from "./editor/store/view-state.ts";
import { ProjectContext } from "./frame/session/project-context.ts";
import type { Session } from "./frame/session/session-provider.tsx";
import { StudioProviders } from "./frame/studio-providers.tsx";

/** Refusal of an operation, which its answer may throw. */
export class Refused extends Error {
  readonly data: object;

  constructor(code: string, httpStatus: number, message: string) {
    super(message);
    this.data = { httpStatus, path: null, problem: { code, message, request_id: "r" }, detail: null };
  }
}

/** Answers of operations, by `area.name`; a promise of the answer where it takes time. */
export type Answers = Readonly<Record<string, (input: Readonly<Record<string, unknown>>) => unknown>>;

const NOTHING = { total: 0, has_more: false };

/** A project in which nothing has a name yet. */
const BARE: Answers = {
  "facts.list": () => ({ facts: [], ...NOTHING }),
  "variables.list": () => ({ variables: [], ...NOTHING }),
  "ideas.list": () => ({ ideas: [], ...NOTHING }),
  "predicates.list": () => ({ predicates: [], ...NOTHING }),
  "canonViolations.history": () => ({
    violations: [],
    ...NOTHING,
    job_id: null,
    began_at: null,
    checked_to_seq: 0,
    to_seq: 0,
    failed: false,
  }),
  "feedback.list": () => ({ signals: [], ...NOTHING }),
  "styleWords.list": () => ({ style_words: [], ...NOTHING }),
  "seeds.list": () => ({ seeds: [], ...NOTHING }),
  "chapters.list": () => ({ chapters: [], ...NOTHING }),
  "chapters.outline": () => ({ words: 0, target_words: 0, acts: [], chapters: [] }),
  "canonRules.list": () => ({ canon_rules: [], ...NOTHING }),
  "players.list": () => ({ players: [], ...NOTHING }),
  "players.quests": () => ({ quests: [], has_more: false }),
  "players.saves": () => ({ saves: [], has_more: false }),
  "images.list": () => ({ images: [], ...NOTHING }),
  "npcs.list": () => ({ npcs: [], ...NOTHING }),
  "quests.list": () => ({ quests: [], ...NOTHING }),
  "entities.list": () => ({ entities: [], ...NOTHING }),
  "dialogues.list": () => ({ dialogues: [], ...NOTHING }),
  "dialogues.search": () => ({ matches: [], ...NOTHING }),
  "projects.get": ({ project_id: id }) => ({
    id,
    name: "The Salt Gate",
    archived: false,
    packs: USUAL_PACKS,
    npc_memory: "keep",
    npc_units: null,
  }),
  "projects.list": () => ({ projects: [], ...NOTHING }),
  "workspace.people": () => ({ people: [], keys: [] }),
  "readings.check": () => ({ seq: 1, readings: [], ...NOTHING }),
  "comments.list": () => ({ comments: [], ...NOTHING }),
  "views.list": () => ({ views: [], ...NOTHING }),
  "templates.list": () => ({ templates: [], ...NOTHING }),
  "suggestions.list": () => ({ suggestions: [], ...NOTHING }),
};

/** Answers requests of the studio as its server would; an operation without an answer fails the test that called it. */
export function answerWith(answers: Answers): void {
  const all = { ...BARE, ...answers };
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const url = new URL(input, "http://studio.test");
    const isBatch = url.searchParams.has("batch");
    const sent = JSON.parse((init?.body as string | undefined) ?? url.searchParams.get("input") ?? "{}");
    const names = (url.pathname.split("/api/trpc/")[1] ?? "").split(",");
    const results = await Promise.all(
      names.map(async (name, at) => {
        const answer = all[name];
        if (answer === undefined) throw new Error(`nobody said what ${name} answers`);
        try {
          return { result: { data: await answer(isBatch ? sent[at] : sent) } };
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          return { error: { code: -32_600, message: error.message, data: error.data } };
        }
      }),
    );
    return Response.json(isBatch ? results : results[0]);
  });
}

const SESSION: Session = {
  userId: ME.userId,
  name: "Ana",
  email: "ana@fabula.example",
  role: "designer",
  projectRoles: {},
  workspaceId: ME.workspaceId,
  workspaceName: "The Brack Coast",
  workspaces: [{ id: ME.workspaceId, name: "The Brack Coast", role: "designer" }],
};

export const ROUTER = {
  push: vi.fn(),
  replace: vi.fn(),
  refresh: vi.fn(),
  prefetch: vi.fn(),
  back: vi.fn(),
  forward: vi.fn(),
};

interface StudioProps {
  readonly role?: Session["role"];
  readonly projectRoles?: Session["projectRoles"];
  /** Query of the address. */
  readonly query?: string;
  /** Project whose pages these are; null for the pages outside of all projects. */
  readonly projectId?: string | null;
  readonly children: ReactNode;
}

/** The pages of a project, for whoever is signed in. */
export function Studio({
  role = SESSION.role,
  projectRoles = {},
  query = "",
  projectId = PLACE.projectId,
  children,
}: StudioProps) {
  const [asked] = useState(() => new URLSearchParams(query));
  const params = useMemo(() => (projectId === null ? {} : { project_id: projectId }), [projectId]);
  return (
    <AppRouterContext value={ROUTER as never}>
      <PathnameContext value="/">
        <SearchParamsContext value={asked}>
          <PathParamsContext value={params}>
            <StudioProviders session={{ ...SESSION, role, projectRoles }}>
              <ProjectContext value={projectId}>{children}</ProjectContext>
            </StudioProviders>
          </PathParamsContext>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
}

/** A tab with a dialogue open in it, a server, and time that passes when it is told to. */
export function openTab(content = smallContent()) {
  const browser = openBrowser(content);
  const { session } = new FakeTab(browser);
  const view = createViewStore("canvas");
  return {
    browser,
    session,
    view,
    /** Wraps a part of the screen in the contexts of the open dialogue. */
    shown: (part: ReactNode) => (
      <Studio>
        <DialogueContext value={session}>
          <ViewContext value={view}>{part}</ViewContext>
        </DialogueContext>
      </Studio>
    ),
    pass: (ms: number) => act(() => browser.clock.advance(ms)),
  };
}
