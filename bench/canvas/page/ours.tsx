import type { ReactNode } from "react";
import { createStore } from "zustand/vanilla";
import { Canvas } from "#components/editor/canvas/canvas.tsx";
import type { Node } from "#components/editor/model/model.ts";
import { statesOf } from "#components/editor/model/sample-content.ts";
import type { SavingState } from "#components/editor/saving/saving-state.ts";
import { ALL_SAVED } from "#components/editor/saving/saving-state.ts";
import { DialogueContext } from "#components/editor/session/dialogue-context.ts";
import type { DialogueSession } from "#components/editor/session/dialogue-session.ts";
import type { HistoryState } from "#components/editor/session/history.ts";
import { OpenContent } from "#components/editor/session/open-content.ts";
import type { DialogueState } from "#components/editor/store/dialogue-state.ts";
import { openingState } from "#components/editor/store/dialogue-state.ts";
import { createProblemStore } from "#components/editor/store/problem-store.ts";
import { ProblemsContext } from "#components/editor/store/use-problems.ts";
import { createViewStore, ViewContext } from "#components/editor/store/view-state.ts";
import { ApiProvider } from "#components/frame/api/api-provider.tsx";
import { MomentProvider } from "#components/frame/moment/moment-provider.tsx";
import { ProjectProvider } from "#components/frame/project/project-provider.tsx";
import { SessionProvider } from "#components/frame/session/session-provider.tsx";
import { NEW_LINE } from "#domain/dialogue/line-status.ts";
import { BRANCH_DEFAULTS } from "#domain/dialogue/wire.ts";
import type { LargeGraph } from "../graph.ts";

const ONLY_HERE = "nothing of it leaves this page";

/** The product's canvas, over the product's model, with nobody to send to. */
function sessionOver(graph: LargeGraph): DialogueSession {
  const nodes = graph.nodes.map((node): [string, Node] => [
    node.id,
    {
      ...node,
      speaker_id: null,
      tags: [],
      text_marks: [],
      ...NEW_LINE,
      conditions: [],
      on_enter_effects: [],
      exit_to: null,
      properties: {},
      extensions: {},
      source: null,
      branches: node.branches.map((branch) => ({
        ...BRANCH_DEFAULTS,
        conditions: [],
        effects: [],
        extensions: {},
        ...branch,
      })),
    },
  ]);
  const model = {
    graph: {
      id: "dlg_bench",
      name: "The Salt Gate",
      description: ONLY_HERE,
      start_node_id: graph.nodes[0]?.id ?? null,
    },
    nodes: new Map(nodes),
    groups: new Map(graph.groups.map((group) => [group.id, group])),
    annotations: new Map(),
  };
  const states = [...statesOf(model).present].map(([id, state]) => ({ id, seq: 1, state }));
  const content = new OpenContent({ graphId: model.graph.id, seq: 1, states });
  const store = createStore<DialogueState>(() => openingState(content.model, "prj_bench", 1));
  const nothing = () => {};
  const session: Pick<DialogueSession, "clientId" | "store" | "history" | "saving" | "dispatch" | "select"> = {
    clientId: "tab_bench",
    store,
    history: createStore<HistoryState>(() => ({ undoLabel: null, redoLabel: null, refusal: null })),
    saving: createStore<SavingState>(() => ALL_SAVED),
    dispatch(_label, operations) {
      content.perform(operations);
      store.setState(content.model);
      return true;
    },
    select(ids, mode = "replace") {
      const next = new Set(mode === "replace" ? ids : [...store.getState().selection, ...ids]);
      store.setState({ selection: next, active: ids.at(-1) ?? null });
    },
  };
  // Nothing on this page asks for the rest: there is nobody to send to.
  return Object.assign(session, {
    reveal: nothing,
    settle: nothing,
    focusField: nothing,
  }) as unknown as DialogueSession;
}

/** Lists of a project that has nothing but this dialogue; asked again and again, a missing server would cost time. */
window.fetch = async (input) => {
  const asked = new URL(String(input), window.location.href).pathname.split("/").at(-1)?.split(",") ?? [];
  const data = { variables: [], entities: [], dialogues: [] };
  return Response.json(asked.map(() => ({ result: { data } })));
};

const me = {
  userId: "u",
  name: "Bench",
  email: "",
  role: "owner",
  projectRoles: {},
  workspaceId: "w",
  workspaceName: "",
  workspaces: [],
} as const;

/** The canvas as the product shows it. */
export function show(graph: LargeGraph): ReactNode {
  const problems = {
    store: createProblemStore(),
    goTo: () => {},
    ignore: async () => {},
    stopIgnoring: async () => {},
  };
  const session = sessionOver(graph);
  return (
    <ApiProvider workspaceId="w">
      <SessionProvider session={me}>
        <MomentProvider>
          <ProjectProvider projectId="prj_bench">
            <ViewContext value={createViewStore("canvas")}>
              <DialogueContext value={session}>
                <ProblemsContext value={problems}>
                  <div style={{ display: "flex", height: "100vh" }}>
                    <Canvas />
                  </div>
                </ProblemsContext>
              </DialogueContext>
            </ViewContext>
          </ProjectProvider>
        </MomentProvider>
      </SessionProvider>
    </ApiProvider>
  );
}
