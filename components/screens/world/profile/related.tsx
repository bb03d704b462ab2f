"use client";

import { ArrowLeft, ArrowRight, Trash2 } from "lucide-react";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { sayType } from "../../../frame/project/relationship-words.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { sayValue } from "../../../ui/list/property-columns.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Problem } from "../entity/problem.tsx";
import { propertiesOf } from "../entity/property-edit.ts";
import { type Neighbor, useRefreshWorld } from "../entity/use-entity.ts";

interface RelatedProps {
  neighbor: Neighbor;
  /** Name of the entity whose profile contains the form. */
  name: string;
  disabledReason: string | null;
}

/** One relationship of a profile, as a row that leads to the other end and can be deleted. */
export function Related({ neighbor, name, disabledReason }: RelatedProps) {
  const { direction, relationship, entity } = neighbor;
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const { problem, attempt } = useAttempt();
  const said = sayType(relationship.type);
  const sentence = direction === "outgoing" ? `${said} ${entity.name}` : `${entity.name} ${said} ${name}`;
  const Arrow = direction === "outgoing" ? ArrowRight : ArrowLeft;
  const held = propertiesOf(relationship.properties as never);

  async function remove(): Promise<void> {
    const input = { project_id, relationship_id: relationship.id };
    const isDone = await attempt(async () => {
      await client.relationships.delete.mutate(input);
      await refresh();
    });
    if (!isDone) return;
    showToast({
      text: `“${sentence}” is deleted.`,
      undo: () =>
        void attempt(async () => {
          await client.relationships.restore.mutate(input);
          await refresh();
        }),
    });
  }
  return (
    <li className="flex flex-wrap items-center gap-x-2 border-line border-b py-1.5 text-13">
      <Arrow aria-hidden="true" size={14} className="shrink-0 text-ink-3" />
      {direction === "outgoing" && (
        <span className="text-ink-2" dir="auto">
          {said}
        </span>
      )}
      <PageLink href={profileAddress(project_id, entity)} className="link min-w-0 break-words font-medium" dir="auto">
        {entity.name}
      </PageLink>
      {direction === "incoming" && (
        <span className="text-ink-2" dir="auto">
          {said} {name}
        </span>
      )}
      {held.length > 0 && (
        <span className="text-12 text-ink-3" dir="auto">
          {held.map(({ path, value }) => `${path.join(" › ")}: ${sayValue(value)}`).join(" · ")}
        </span>
      )}
      <IconButton
        size="sm"
        className="ms-auto"
        label={`Delete “${sentence}”`}
        icon={<Trash2 aria-hidden="true" size={14} />}
        disabledReason={disabledReason}
        onClick={() => void remove()}
      />
      <Problem problem={problem} />
    </li>
  );
}
