import type { z } from "zod";
import { describeConditions } from "#domain/describe-logic.ts";
import { currentValue } from "#domain/runtime/effects.ts";
import type { LoggedAction } from "#domain/runtime/log.ts";
import type { Obstacle, OfferedBranch } from "#domain/runtime/offers.ts";
import { offersOf, type Page } from "#domain/runtime/run.ts";
import { cut, type ShownWords, wordsWith } from "#domain/runtime/words.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import type { RunDetail, RunStanding } from "./schemas.ts";
import type { RunProgress } from "./standing.ts";
import type { Story } from "./story.ts";

type ShownStanding = z.input<typeof RunStanding>;
type ShownPage = z.input<typeof RunDetail>["transcript"][number];

/** Returns the current state of a playthrough, with its latest page. */
export function showStanding({ dialogue, nodes }: Story, standing: RunProgress, page: Page): ShownStanding {
  const { state, halt } = page;
  const node = state.at === null ? undefined : nodes.get(state.at.node);
  return {
    run_id: standing.run_id,
    step: standing.step,
    base_seq: standing.base_seq,
    status: standing.status,
    turn: state.turn,
    node:
      node === undefined
        ? null
        : {
            graph_id: node.graph_id,
            id: node.id,
            kind: node.kind,
            title: node.title,
            ...marked(wordsWith(node, dialogue.variables, state.values)),
          },
    halt: halt.kind,
    talk:
      halt.kind === "choices" && halt.talk !== undefined
        ? { entity_id: halt.talk.speakerId, opened: [...halt.talk.opened] }
        : null,
    leaves_to: halt.kind === "leaves" ? { graph_id: halt.graphId, node_id: halt.nodeId } : null,
    offers: offersOf(halt).map((offer) => showOffer({ dialogue, nodes }, offer)),
    ...showPage({ dialogue, nodes }, page),
    variables: [...dialogue.variables.values()].map((each) => ({
      id: each.id,
      name: each.name,
      value: currentValue(state, each),
    })),
    world: (state.world ?? []).map(({ what, entity, key, value }) => ({ what, entity_id: entity, key, value })),
  };
}

/** Words with their marks as an answer has them. */
function marked({ text, text_marks }: ShownWords): { text: string; text_marks: TextMark[] } {
  return { text, text_marks: [...text_marks] };
}

const NO_WORDS = { text: null, text_marks: [] };

function showOffer(
  story: Story,
  { branch, available, shown, obstacle, ...words }: OfferedBranch,
): ShownStanding["offers"][number] {
  const closed = obstacle === null ? null : { reason: reasonOf(obstacle), words: wordsOf(story, obstacle) };
  return { branch_id: branch.id, kind: branch.kind, ...marked(words), open: available, shown, closed };
}

/** Characters of a condition in words: of 200 branches, each may name a variable at each of 500 places. */
const MAX_CONDITION_WORDS = 10_000;

function reasonOf(obstacle: Obstacle): "taken" | "condition" | "unknown" {
  if (obstacle.kind === "taken-once") return "taken";
  return obstacle.unknown ? "unknown" : "condition";
}

function wordsOf({ dialogue, nodes }: Story, obstacle: Obstacle): string | null {
  if (obstacle.kind === "taken-once") return null;
  const words = describeConditions([obstacle.condition], {
    variable: (id) => dialogue.variables.get(id)?.name,
    node: (id) => nodes.get(id)?.title ?? undefined,
  });
  return cut(words, MAX_CONDITION_WORDS);
}

/** Returns the lines and the events of a page. */
export function showPage(
  { nodes }: Pick<Story, "nodes"> & Partial<Story>,
  page: Page,
): Pick<ShownPage, "said" | "trace" | "proposed"> {
  return {
    said: page.said.flatMap(({ node: id, values: _, ...words }) => {
      const node = nodes.get(id);
      if (node === undefined) return [];
      const { graph_id, speaker_id, speaker_label } = node;
      return [{ graph_id, node_id: id, ...marked(words), speaker_id, speaker_label }];
    }),
    trace: [...page.trace],
    proposed: [...page.proposed],
  };
}

/** A page of a playthrough with what led to it: an action on the page before, or with null its beginning. */
export function showTurn(
  story: Story,
  page: Page,
  led: { readonly before: Page; readonly action: LoggedAction } | null,
): ShownPage {
  const shown = showPage(story, page);
  if (led === null) return { did: "begin", branch_id: null, ...NO_WORDS, ...shown };
  const { before, action } = led;
  const taken = offersOf(before.halt).find(({ branch }) => branch.id === page.way[0]);
  const branch_id = taken?.branch.id ?? null;
  if ("tell" in action) return { did: "tell", branch_id: null, ...NO_WORDS, ...shown };
  if ("learn" in action) return { did: "learn", branch_id: null, ...NO_WORDS, ...shown };
  if ("untell" in action) return { did: "untell", branch_id: null, ...NO_WORDS, ...shown };
  if ("supersede" in action) return { did: "supersede", branch_id: null, ...NO_WORDS, ...shown };
  if ("quest" in action) return { did: "quest", branch_id: null, ...NO_WORDS, ...shown };
  if ("choose" in action)
    return { did: "choose", branch_id, ...(taken === undefined ? NO_WORDS : marked(taken)), ...shown };
  return { did: "answer", branch_id, text: action.answer.event ?? null, text_marks: [], ...shown };
}
