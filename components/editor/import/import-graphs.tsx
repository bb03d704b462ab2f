"use client";

import { counted } from "#domain/counted.ts";
import { Badge } from "../../ui/badge.tsx";
import { OptionCards } from "../../ui/option-cards.tsx";
import { type ImportChoice, withReplaced } from "./import-choice.ts";
import type { ImportResult } from "./import-run.ts";

type ImportedGraph = ImportResult["graphs"][number];

interface ImportGraphsProps {
  readonly graphs: readonly ImportedGraph[];
  readonly choice: ImportChoice;
  /** Takes another choice; null where it was imported. */
  readonly onChoose: ((choice: ImportChoice) => void) | null;
}

/** Dialogues of a file: what becomes of each, and the choice where something is here already. */
export function ImportGraphs({ graphs, choice, onChoose }: ImportGraphsProps) {
  const isHere = choice.isCopy || graphs.some(({ outcome }) => outcome === "updates");
  return (
    <div className="flex flex-col gap-3">
      {isHere && onChoose !== null && (
        <fieldset>
          <legend className="mb-1.5 font-medium text-13 text-ink">This story is in the project already</legend>
          <OptionCards
            isWide
            value={choice.isCopy ? "copy" : "update"}
            onChange={(value) => onChoose({ ...choice, isCopy: value === "copy" })}
            options={[
              {
                value: "update",
                label: "Update it",
                means: "Cards you added stay. Cards that are no longer in the file are deleted.",
              },
              { value: "copy", label: "Import a copy", means: "The story that is here stays as it is." },
            ]}
          />
        </fieldset>
      )}
      <ul className="flex flex-col gap-3">
        {graphs.map((graph) => (
          <li key={graph.key} className="flex flex-col gap-1.5">
            <GraphFate graph={graph} />
            <CardList graph={graph} />
            {onChoose !== null && !choice.isCopy && (
              <OtherChoice
                graph={graph}
                isReplaced={choice.replace[graph.key] !== undefined}
                onReplace={(id) => onChoose(withReplaced(choice, graph.key, id))}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether a dialogue becomes another: by choice, or because most of its cards are not in the file. */
export function replaces({ outcome, cards }: ImportedGraph): boolean {
  if (outcome === "new") return false;
  return outcome === "replaces" || cards.deleted > cards.updated + cards.unchanged;
}

function GraphFate({ graph }: { graph: ImportedGraph }) {
  const { name, outcome, existing, cards } = graph;
  const said = [
    [cards.created, "new"],
    [cards.updated, "changed"],
    [cards.deleted, "deleted"],
    [cards.unchanged, "unchanged"],
  ] as const;
  const counts = said.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString("en")} ${word}`);
  const old = existing?.name ?? name;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
      <span dir="auto" className="min-w-0 break-words font-medium text-ink">
        {name}
      </span>
      {outcome === "new" && <Badge>New</Badge>}
      {outcome === "updates" && !replaces(graph) && <Badge>{old === name ? "Update" : `Updates “${old}”`}</Badge>}
      {replaces(graph) && <Badge tone="bad">Replaces “{old}”</Badge>}
      <span className="text-ink-2">{counts.length === 0 ? "No cards" : `Cards: ${counts.join(", ")}`}</span>
    </div>
  );
}

const CHANGE_WORDS = { created: "new", updated: "changed", deleted: "deleted" } as const;

/** Cards that change or go, to be unfolded; of a dialogue that is new there is nothing to tell. */
function CardList({ graph }: { graph: ImportedGraph }) {
  const { outcome, cards, changes } = graph;
  const count = cards.created + cards.updated + cards.deleted;
  if (outcome === "new" || count === 0) return null;
  const gone = cards.deleted > 0 ? `, ${cards.deleted.toLocaleString("en")} of them deleted` : "";
  return (
    <details open={replaces(graph)}>
      <summary className="w-fit cursor-pointer rounded-control text-12 text-ink-2">
        {counted(count, "card")} {count === 1 ? "changes" : "change"}
        {gone}
      </summary>
      <ul className="mt-1.5 flex max-h-56 flex-col gap-0.5 overflow-y-auto text-13 text-ink-2">
        {changes.map(({ node_id, name, change, made_here, edited_here }) => (
          <li key={node_id} className="flex items-baseline gap-2">
            <span className={`w-16 shrink-0 text-12 ${change === "deleted" ? "text-error" : "text-ink-3"}`}>
              {CHANGE_WORDS[change]}
            </span>
            <span dir="auto" className="min-w-0 break-words">
              {name}
              {made_here && <span className="text-ink-3"> · made here</span>}
              {edited_here && <span className="text-ink-3"> · changed here since</span>}
            </span>
          </li>
        ))}
        {count > changes.length && (
          <li className="text-12 text-ink-3">and {(count - changes.length).toLocaleString("en")} more</li>
        )}
      </ul>
    </details>
  );
}

interface OtherChoiceProps {
  graph: ImportedGraph;
  /** Whether replacing is chosen; what it does is told as soon as it was tried. */
  isReplaced: boolean;
  /** Replaces a dialogue by its id, or none. */
  onReplace: (id: string | null) => void;
}

/** Choice between a second dialogue and the one that has the same name. */
function OtherChoice({ graph: { name, outcome, other, existing }, isReplaced, onReplace }: OtherChoiceProps) {
  const here = outcome === "replaces" ? existing : other;
  if (here === null || outcome === "updates") return null;
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 text-ink">“{here.name}” is in the project and is another story</legend>
      <OptionCards
        isWide
        value={isReplaced ? "replace" : "keep"}
        onChange={(value) => onReplace(value === "replace" ? here.id : null)}
        options={[
          {
            value: "keep",
            label: "Keep both",
            means: outcome === "new" ? `This one is called “${name}”.` : "This one gets a name of its own.",
          },
          {
            value: "replace",
            label: `Replace “${here.name}”`,
            means: "All of its cards that are not in the file are deleted, those made in the studio too.",
          },
        ]}
      />
    </fieldset>
  );
}
