import { z } from "zod";
import type { WrittenVersion } from "#domain/import/cards/write-card.ts";
import { slug } from "#domain/slug.ts";
import type { ArtifactStore } from "../../../artifacts/artifact-store.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import type { Services } from "../../../operation/context.ts";
import { declareExport } from "../../../operation/declare-export.ts";
import type { Asker } from "../../../operation/threads.ts";
import { findVersion } from "../../../record/versions.ts";
import { entityResource } from "../../entities/public.ts";
import { readMaterial } from "../cards/card-material.ts";
import { neededEarlier } from "../cards/card-of-npc.ts";
import { type CardTask, writeCardAside } from "../cards/write-aside.ts";
import { npc } from "../npc.ts";

/** Characters of the name of the file. */
const NAME_LENGTH = 60;

/** Npc that is exported. */
interface ExportedNpc extends Pick<CardTask, "material" | "view"> {
  readonly services: Pick<Services, "artifacts" | "threads">;
  readonly asker: Asker;
}

const format = (name: string, version: WrittenVersion) => ({
  name,
  mediaType: "application/json",
  ending: ".json",
  write: (exported: ExportedNpc) => write(exported, version),
});

export const exportNpc = declareExport({
  path: "/v1/projects/{project_id}/npcs/{npc_id}/export",
  summary: "Export an npc as a character card",
  description:
    "Writes a character card. With `view=current` it has the npc as it is: of the card that it came from, only what changed here is replaced, and all else is that card byte for byte, extensions and unknown fields included. With `view=source` it has that card as it came, in the version that is asked for. The lorebook has the facts about the character; secret facts are left out, in both views, unless `include_secrets` asks for them.",
  params: npc.params,
  query: {
    view: z.enum(["current", "source"]).default("current").meta({
      description: "`current` for the npc as it is, `source` for the card that it was imported from.",
    }),
    include_secrets: flag().default(false).meta({ description: "Write secret facts too." }),
  },
  id: "NpcExport",
  formats: {
    card_v3: format("As a character card (V3)", 3),
    card_v2: format("As a character card (V2)", 2),
  },
  more: {
    withheld: z.int().meta({ description: "Secret facts that are left out." }),
    left_out: z
      .int()
      .meta({ description: "Facts that are left out because a lorebook has a thousand entries at most." }),
  },
  open: async ({ db, project, atSeq, services, asker }, { params, query }) => {
    const { view } = query;
    const version = await findVersion(db, npc.resource, project.id, params.npc_id, atSeq);
    const entity =
      version === null ? null : await findVersion(db, entityResource, project.id, version.entity_id, atSeq);
    if (version === null || entity === null) throw new Problem("not_found");
    if (view === "source" && version.card === null)
      throw invalidValue(["query", "view"], "it was not imported from a card", view);
    const at = { projectId: project.id, atSeq };
    const material = await readMaterial(db, at, { npc: version, entity }, query.include_secrets);
    if (material === null) throw new Problem("not_found");
    return { name: slug(entity.name, NAME_LENGTH) || "character", source: { material, view, services, asker } };
  },
});

async function* write({ material, view, services, asker }: ExportedNpc, version: WrittenVersion) {
  const { artifacts, threads } = services;
  const { card, earlier_cards: earlierFiles, project_id: projectId } = material.npc;
  const needed = view === "source" ? [] : neededEarlier(material);
  const earlier: (Uint8Array | null)[] = [];
  for (const [at, file] of earlierFiles.entries()) {
    earlier.push(needed[at] === true ? await readFile(artifacts, projectId, file) : null);
  }
  const last = card === null ? null : await readFile(artifacts, projectId, card);
  const { text, ...rest } = await writeCardAside(threads, { material, view, version, last, earlier }, asker);
  yield text;
  return rest;
}

async function readFile(artifacts: ArtifactStore, projectId: string, sha256: string): Promise<Uint8Array> {
  const file = await artifacts.find(projectId, sha256);
  if (file === null) throw new Problem("not_found");
  const { object, bytes } = file;
  const pieces: Uint8Array[] = [];
  for await (const piece of await artifacts.open({ object, bytes: Number(bytes) })) pieces.push(piece);
  return Buffer.concat(pieces);
}
