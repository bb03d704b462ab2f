"use client";

import { type ReactNode, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { RestorePreview } from "../../../frame/restore/restore-preview.tsx";
import { RestoreSubject } from "../../../frame/restore/restore-subject.tsx";
import { useAskedMoment } from "../../../frame/restore/use-asked-moment.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useEntity, useRefreshWorld } from "../entity/use-entity.ts";
import { PAGE_WORDS, type ProfilePage } from "../entity/words.ts";

interface AskedRestoreProps {
  entityId: string;
  page: ProfilePage;
}

/** The question whether what the profile is about becomes what was looked at; a place may take along what was in it. */
export function AskedRestore({ entityId, page }: AskedRestoreProps) {
  const { restoring } = useMoment();
  const asked = useAskedMoment();
  if (restoring === null || asked === null) return null;
  return <Question entityId={entityId} page={page} asked={asked} />;
}

const SCOPES = [
  { value: "alone", label: "This place" },
  { value: "all", label: "With everything in it" },
] as const;

function Question({ entityId, page, asked }: AskedRestoreProps & { asked: { seq: number; words: string } }) {
  const { endRestore } = useMoment();
  const { data: now } = useEntity(entityId);
  const refresh = useRefreshWorld();
  const [scope, setScope] = useState<"alone" | "all">("alone");
  const name = now === undefined ? `this ${PAGE_WORDS[page].one}` : `“${now.name}”`;
  const onClose = (isRestored: boolean) => endRestore(isRestored ? "stay" : "look");
  const choice = page === "places" && (
    <div className="mb-3">
      <SegmentedControl label="How much" options={SCOPES} value={scope} onChange={setScope} />
    </div>
  );
  if (scope === "all") {
    return <RestorePlaces entityId={entityId} name={name} asked={asked} onClose={onClose} choice={choice} />;
  }
  return (
    <RestoreSubject
      id={entityId}
      name={name}
      seq={asked.seq}
      moment={asked.words}
      onClose={onClose}
      onDone={() => void refresh()}
    >
      {choice}
    </RestoreSubject>
  );
}

interface RestorePlacesProps {
  entityId: string;
  name: string;
  asked: { seq: number; words: string };
  onClose: (isRestored: boolean) => void;
  choice: ReactNode;
}

function RestorePlaces({ entityId: entity_id, name, asked, onClose, choice }: RestorePlacesProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const [kept, setKept] = useState(0);
  const wasThere = useRef(true);
  const input = { project_id, entity_id, seq: asked.seq };
  return (
    <RestorePreview
      title={`Restore ${name} with everything in it to ${asked.words}?`}
      about={[entity_id, asked.seq, "all"]}
      action="Restore all of it"
      preview={async () => {
        const tried = await client.locations.restore.mutate({ ...input, dry_run: true });
        setKept(tried.kept);
        const isBack = tried.preview?.changes.some(
          (each) => each.subject_id === entity_id && each.change === "brought_back",
        );
        wasThere.current = isBack !== true;
        return tried;
      }}
      restore={async () => {
        const done = await client.locations.restore.mutate(input);
        await refresh();
        const changes = done.brought_back + done.changed + done.relationships;
        const undo = () =>
          void client.locations.restore
            .mutate({ ...input, seq: done.before_seq, newer: "remove" })
            .then(refresh)
            .catch(() =>
              showToast({ text: "The restore could not be undone. The earlier version is in the timeline." }),
            );
        showToast({
          text: `Restored ${name} with everything in it to ${asked.words}: ${counted(changes, "change")}.`,
          // What came back was not there before: there is no version to go back to.
          ...(wasThere.current && { undo }),
        });
      }}
      onClose={onClose}
    >
      {choice}
      {kept > 0 && (
        <p className="mb-2 text-12 text-ink-2">
          {counted(kept, "place has", "places have")} been added since: {kept === 1 ? "it stays" : "they stay"}.
        </p>
      )}
    </RestorePreview>
  );
}
