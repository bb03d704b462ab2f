"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Network } from "lucide-react";
import { useId, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { EntityField } from "../../../frame/project/entity-field.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { sayType } from "../../../frame/project/relationship-words.ts";
import { useRelationshipTypes } from "../../../frame/project/use-relationship-types.ts";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { FormMistake } from "../../../ui/form/form-errors.ts";
import { latePart } from "../../../ui/late.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { Problem } from "../entity/problem.tsx";
import { type Entity, type Neighbor, useRefreshWorld } from "../entity/use-entity.ts";
import { AddButton } from "./add-button.tsx";
import { Related } from "./related.tsx";

const PAGE = 100;
const Graph = latePart<{ entity: Entity; neighbors: readonly Neighbor[] }>(() =>
  import("./relationship-graph.tsx").then((part) => part.RelationshipGraph),
);

interface RelationshipsProps {
  entity: Entity;
  /** Returns whether a relationship is shown by another section. */
  isElsewhere?: (neighbor: Neighbor) => boolean;
}

/** Shows the relationships of an entity, from either side: as a list, and on request as a graph. */
export function RelationshipsSection({ entity, isElsewhere = () => false }: RelationshipsProps) {
  const heading = useId();
  const [limit, setLimit] = useState(PAGE);
  const [isGraph, setGraph] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const reason = reasonOf(useCan()("change"));
  const input = { project_id: useProjectId(), entity_id: entity.id, limit, ...useMoment().reading };
  const { data, error, refetch } = useQuery(
    useApi().relationships.neighbors.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  const shown = data?.neighbors.filter((each) => !isElsewhere(each)) ?? [];
  const total = data === undefined ? 0 : data.total - (data.neighbors.length - shown.length);
  return (
    <section aria-labelledby={heading} className="mt-8">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={heading} className="font-medium text-14 text-ink">
          Relationships
        </h2>
        <p role="status" className="numerals text-12 text-ink-3">
          {total > 0 && counted(total, "relationship")}
        </p>
        {total > 0 && (
          <Button
            size="sm"
            variant="bare"
            aria-pressed={isGraph}
            className="ms-auto"
            icon={<Network aria-hidden="true" size={14} />}
            onClick={() => setGraph(!isGraph)}
          >
            As a graph
          </Button>
        )}
      </div>
      {data === undefined && error === null && <LoadingRows what="the relationships" rows={3} className="h-8" />}
      {data === undefined && error !== null && (
        <ErrorState what="The relationships" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && total === 0 && !isAdding && (
        <p className="py-2 text-13 text-ink-2">{entity.name} has no relationships yet.</p>
      )}
      {data !== undefined && total > 0 && isGraph && <Graph entity={entity} neighbors={data.neighbors} />}
      {shown.length > 0 && (
        <ul aria-label={`Relationships of ${entity.name}`} className="border-line border-t">
          {shown.map((neighbor) => (
            <Related key={neighbor.relationship.id} neighbor={neighbor} name={entity.name} disabledReason={reason} />
          ))}
        </ul>
      )}
      {data?.has_more === true && limit < MOST && (
        <Button size="sm" className="mt-2" onClick={() => setLimit(Math.min(MOST, limit + PAGE))}>
          Show more
        </Button>
      )}
      {isAdding ? (
        <AddRelationship entity={entity} onClose={() => setAdding(false)} />
      ) : (
        <AddButton disabledReason={reason} onClick={() => setAdding(true)}>
          Add a relationship
        </AddButton>
      )}
    </section>
  );
}

/** Relationships shown of one profile; whoever has more is better looked at through a list. */
const MOST = 500;

const DIRECTIONS = [
  { value: "outgoing", label: "From here" },
  { value: "incoming", label: "To here" },
];

/** Relates what a profile is about to another: how, to whom, and from which side. */
function AddRelationship({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const types = useRelationshipTypes();
  const [type, setType] = useState("");
  const [other, setOther] = useState<{ id: string; name: string } | null>(null);
  const [direction, setDirection] = useState("outgoing");
  const { problem, isBusy, attempt } = useAttempt();

  async function add(): Promise<void> {
    const isDone = await attempt(async () => {
      if (type === "") throw new FormMistake("Choose how they are related.");
      if (other === null) throw new FormMistake("Choose who or what.");
      const [source_id, target_id] = direction === "outgoing" ? [entity.id, other.id] : [other.id, entity.id];
      await client.relationships.create.mutate({ project_id, type, source_id, target_id });
      await refresh();
    });
    if (isDone) onClose();
  }
  return (
    <form
      aria-label="New relationship"
      className="mt-3 flex flex-wrap items-end gap-2 rounded-card border border-line bg-panel p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <Combobox
        label="How"
        className="w-44"
        placeholder="knows, owns, fears"
        options={types.map((value) => ({ value, label: sayType(value) }))}
        value={type === "" ? null : type}
        text={type}
        onChoose={(value) => setType(value ?? "")}
        onText={setType}
      />
      <EntityField label="Who or what" className="w-56" value={other} except={[entity.id]} onChoose={setOther} />
      <SegmentedControl label="Direction" options={DIRECTIONS} value={direction} onChange={setDirection} />
      <Button size="sm" type="submit" variant="primary" disabled={isBusy}>
        {isBusy ? "Adding…" : "Add"}
      </Button>
      <Button size="sm" onClick={onClose}>
        Cancel
      </Button>
      <Problem problem={problem} />
    </form>
  );
}
