"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Outputs } from "../../../frame/api/client.ts";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { StoredPicture } from "../../../frame/files/stored-picture.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { base64Of } from "../../../ui/base64-of.ts";
import { FormMistake } from "../../../ui/form/form-errors.ts";
import { InPlace } from "../../../ui/form/in-place.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { late, useLate } from "../../../ui/late.tsx";
import { TitledSection } from "../../../ui/titled-section.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Problem } from "../entity/problem.tsx";
import { type Entity, usePicturesInput, useRefreshWorld } from "../entity/use-entity.ts";
import { AddButton } from "./add-button.tsx";

const DrawDialogLate = late(() => import("./draw-dialog.tsx").then((part) => part.DrawDialog));

type Picture = Outputs["images"]["list"]["images"][number];

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ALT_TEXT = 1_000;
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

/** Shows the pictures of an entity, each with its words for those who do not see it, and takes in more. */
export function PicturesSection({ entity }: { entity: Entity }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const field = useRef<HTMLInputElement>(null);
  const [isDrawing, setDrawing] = useState(false);
  const DrawDialog = useLate(DrawDialogLate, isDrawing);
  const { problem, attempt, isBusy } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const { data, error, refetch } = useQuery(useApi().images.list.queryOptions(usePicturesInput(entity.id)));

  const add = (file: File) =>
    attempt(async () => {
      if (!TYPES.includes(file.type)) throw new FormMistake("Choose a PNG, JPEG, GIF, WebP or AVIF picture.");
      if (file.size > MAX_BYTES) throw new FormMistake("A picture may have up to 10 MB.");
      const content = await base64Of(file);
      const { sha256 } = await client.files.upload.mutate({ project_id, media_type: file.type, content });
      await client.images.create.mutate({ project_id, entity_id: entity.id, file: sha256 });
      await refresh();
    });

  return (
    <TitledSection title="Pictures" heading="mb-1 font-medium text-14 text-ink" className="mt-8">
      {error !== null && data === undefined && (
        <ErrorState what="The pictures" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.images.length > 0 && (
        <ul aria-label={`Pictures of ${entity.name}`} className="flex flex-wrap gap-4 py-1">
          {data.images.map((picture) => (
            <Shown key={picture.id} picture={picture} disabledReason={reason} />
          ))}
        </ul>
      )}
      <input
        ref={field}
        type="file"
        hidden
        aria-label="Picture to add"
        accept={TYPES.join(",")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void add(file);
          target.value = "";
        }}
      />
      <AddButton disabledReason={reason} onClick={() => isBusy || field.current?.click()}>
        {isBusy ? "Adding…" : "Add a picture"}
      </AddButton>
      <AddButton disabledReason={reason} onClick={() => setDrawing(true)}>
        Draw a picture
      </AddButton>
      {DrawDialog !== null && <DrawDialog entity={entity} onClose={() => setDrawing(false)} />}
      <Problem problem={problem} />
    </TitledSection>
  );
}

function Shown({ picture, disabledReason }: { picture: Picture; disabledReason: string | null }) {
  const { id: image_id, file: hash, alt_text } = picture;
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const { problem, attempt } = useAttempt();

  async function remove(): Promise<void> {
    const isDone = await attempt(async () => {
      await client.images.delete.mutate({ project_id, image_id });
      await refresh();
    });
    if (!isDone) return;
    showToast({
      text: "The picture is deleted.",
      undo: () =>
        void attempt(async () => {
          await client.images.restore.mutate({ project_id, image_id });
          await refresh();
        }),
    });
  }
  return (
    <li className="w-44">
      <StoredPicture project_id={project_id} hash={hash} alt={alt_text} />
      <div className="mt-1 flex items-start gap-1">
        <div className="min-w-0 grow text-12 text-ink-2">
          <InPlace
            label="Words for who does not see it"
            value={alt_text}
            placeholder="Describe it"
            className="text-12"
            maxLength={MAX_ALT_TEXT}
            disabledReason={disabledReason}
            onSave={async (words) => {
              await client.images.update.mutate({ project_id, image_id, alt_text: words });
              await refresh();
            }}
          />
        </div>
        <IconButton
          size="sm"
          label={alt_text === "" ? "Delete the picture" : `Delete the picture “${alt_text}”`}
          icon={<Trash2 aria-hidden="true" size={14} />}
          disabledReason={disabledReason}
          onClick={() => void remove()}
        />
      </div>
      <Problem problem={problem} />
    </li>
  );
}
