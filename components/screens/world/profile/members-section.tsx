"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { EntityField } from "../../../frame/project/entity-field.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { Button } from "../../../ui/button.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { Problem } from "../entity/problem.tsx";
import { type Entity, type Neighbor, useRefreshWorld } from "../entity/use-entity.ts";
import { AddButton } from "./add-button.tsx";
import { Related } from "./related.tsx";

/** Relationship that makes a character a member of a group. */
const MEMBER_OF = "member_of";
/** Relationships to a group that say who belongs to it; those of other kinds are about it. */
const BELONGING: ReadonlySet<string> = new Set([MEMBER_OF, "belongs_to", "part_of", "serves", "leads"]);
/** Maximum number of relationships that are looked through. */
const LOOKED_AT = 500;

/** Returns whether a relationship says that a character belongs to the group asked about. */
export function isMember({ direction, relationship, entity }: Neighbor): boolean {
  return direction === "incoming" && entity.type === "character" && BELONGING.has(relationship.type);
}

/** Shows the characters of a group and what each is in it. */
export function MembersSection({ entity }: { entity: Entity }) {
  const heading = useId();
  const [isAdding, setAdding] = useState(false);
  const reason = reasonOf(useCan()("change"));
  const input = {
    project_id: useProjectId(),
    entity_id: entity.id,
    direction: "incoming",
    limit: LOOKED_AT,
    ...useMoment().reading,
  } as const;
  const { data, error, refetch } = useQuery(useApi().relationships.neighbors.queryOptions(input));
  const members = data?.neighbors.filter(isMember);
  return (
    <section aria-labelledby={heading} className="mt-8">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={heading} className="font-medium text-14 text-ink">
          Members
        </h2>
        <p role="status" className="numerals text-12 text-ink-3">
          {members !== undefined && members.length > 0 && counted(members.length, "member")}
        </p>
      </div>
      {members === undefined && error === null && <LoadingRows what="the members" rows={3} className="h-8" />}
      {members === undefined && error !== null && (
        <ErrorState what="The members" error={error} onRetry={() => void refetch()} />
      )}
      {members?.length === 0 && !isAdding && (
        <p className="py-2 text-13 text-ink-2">{entity.name} has no members yet.</p>
      )}
      {members !== undefined && members.length > 0 && (
        <ul aria-label={`Members of ${entity.name}`} className="border-line border-t">
          {members.map((member) => (
            <Related key={member.relationship.id} neighbor={member} name={entity.name} disabledReason={reason} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddMember
          group={entity}
          except={(members ?? []).map((each) => each.entity.id)}
          onClose={() => setAdding(false)}
        />
      ) : (
        <AddButton disabledReason={reason} onClick={() => setAdding(true)}>
          Add a member
        </AddButton>
      )}
    </section>
  );
}

interface AddMemberProps {
  group: Entity;
  /** Ids of those who are members already. */
  except: readonly string[];
  onClose: () => void;
}

/** Makes a character a member as soon as it is chosen. */
function AddMember({ group, except, onClose }: AddMemberProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const { problem, isBusy, attempt } = useAttempt();
  const add = (source_id: string) =>
    attempt(async () => {
      await client.relationships.create.mutate({ project_id, type: MEMBER_OF, source_id, target_id: group.id });
      await refresh();
      onClose();
    });
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <EntityField
        label="New member"
        className="w-56"
        type="character"
        value={null}
        except={except}
        disabledReason={isBusy ? "Adding…" : null}
        onChoose={(character) => character !== null && void add(character.id)}
      />
      <Button size="sm" onClick={onClose}>
        Cancel
      </Button>
      <Problem problem={problem} />
    </div>
  );
}
