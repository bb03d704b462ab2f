import { z } from "zod";
import { invalidValue, ValidationProblem } from "../../../kernel/problem.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { base64, fileContent, flag } from "../../../kernel/validation/fields.ts";
import { itemAt, MISSING } from "../../../kernel/validation/item.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { entityFields, entityResource } from "../../entities/public.ts";
import { projectResource } from "../../projects/public.ts";
import { importCard, ON_CONFLICT } from "../cards/import-card.ts";
import { characterOf } from "../cards/npc-of-card.ts";
import { readCardAside } from "../cards/read-aside.ts";
import { npc, ShownNpc, shownNpc } from "../npc.ts";

/** Largest body, in bytes: that of the largest picture in base64, and a lorebook. */
const BODY_BYTES = 17 * 1024 * 1024;

const CardImport = z
  .object({
    dry_run: z.boolean().meta({ description: "Whether this is what would be done." }),
    outcome: z.enum(["created", "merged", "skipped"]).meta({ description: "Outcome for the character." }),
    name: z.string().meta({ description: "Name of the character, as the card has it." }),
    entity_id: z.string().meta({ description: "The character, an entity." }),
    npc: ShownNpc.nullable().meta({
      description: "The npc as it now is; null with `dry_run`, and where a character without a voice was skipped.",
    }),
    same_name: z.array(z.string()).meta({
      description: "Characters that had the name already: entities, those with a voice first.",
    }),
    image_id: z.string().nullable().meta({
      description: "Image that the picture of the card became or already was; null where there was none.",
    }),
    facts: z
      .array(
        z.object({
          fact_id: z.string().meta({ description: "The fact." }),
          keys: z.array(z.string()).meta({ description: "Words by which the entry is looked up." }),
        }),
      )
      .meta({ description: "Facts that entries of the lorebook are, with the keys of the entries." }),
    remarks: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .meta({ description: "Parts of the card that are kept and not used." }),
  })
  .meta({ id: "NpcImport" });

/** Text of a file that was sent as text or, for JSON, as its value; null for none. */
const textOf = (content: unknown): string | null =>
  content === undefined ? null : typeof content === "string" ? content : JSON.stringify(content);

export const importNpc = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/npcs/import",
  scope: "write",
  summary: "Import a character card",
  description:
    "Makes an npc of a character card (version 1, 2 or 3): its entity, the npc, and a fact of every entry of its lorebook that is on. The card is kept as a file, so that an export has all its fields, extensions and keys byte for byte; that takes `card` as a string, because a JSON value has no spaces. A picture becomes an image of the entity, without the card in it. `{{char}}` and `{{user}}` stay in the texts. A character of the same name is never changed unless `on_conflict` is `merge`, which fills what is empty and adds lines and facts; the new card is then the one that an export writes, with the entries that earlier ones had beside it. With `dry_run` nothing becomes of it.",
  params: projectScope,
  body: z.strictObject({
    card: fileContent()
      .optional()
      .meta({ description: "The card’s JSON, as a string or as its value. Either `card` or `png`." }),
    png: base64()
      .optional()
      .meta({ description: "A PNG picture that carries a card, in base64; `ccv3` is read before `chara`." }),
    lorebook: fileContent().optional().meta({
      description:
        "A lorebook that goes with it: `lorebook_v3`, or the World Info of SillyTavern. Its entries that are on join those of the card.",
    }),
    on_conflict: z.enum(ON_CONFLICT).default("create").meta({
      description:
        "Answer to a character of the same name: `create` makes another one, `skip` changes nothing, `merge` adds to it, `error` is a 409.",
    }),
    entity_type: entityFields.type.default("character").meta({ description: "Type of the entity that is made." }),
    known_by: z.enum(["npc", EVERYONE]).default("npc").meta({
      description: "Knowers of the lorebook’s facts: the npc alone, or everyone.",
    }),
    dry_run: flag().default(false).meta({ description: "Do everything, answer, and keep nothing." }),
  }),
  bodyLimit: BODY_BYTES,
  alone: true,
  output: CardImport,
  status: 201,
  otherStatus: { status: 200, when: "A character of the same name was merged with it, or skipped; or `dry_run`." },
  errors: [
    "not_found",
    "name_taken",
    "npc_exists",
    "external_id_taken",
    "plan_limit_reached",
    "linked",
    "canon_violation",
  ],
  example: {
    card: {
      spec: "chara_card_v2",
      spec_version: "2.0",
      data: {
        name: "Odo",
        first_mes: "You are late. The tide is not.",
        character_book: { entries: [{ keys: ["tide"], content: "The gate opens at ebb." }] },
      },
    },
    on_conflict: "skip",
  },
  prepare: async ({ params, body: { card, png, lorebook } }, { threads, artifacts, database }, caller, asker) => {
    if (card === undefined && png === undefined) throw new ValidationProblem([itemAt(["body", "card"], MISSING)]);
    if (card !== undefined && png !== undefined) throw invalidValue(["body", "png"], "send either card or png", null);
    const sent = { card: textOf(card), png: png ?? null, lorebook: textOf(lorebook) };
    const read = await readCardAside(threads, sent, asker);
    const character = characterOf(read.card, read.entries, card === undefined ? "png" : "card");
    // A file is kept for the project alone, and before its lock: whoever may not write there has none kept.
    const { project } = await openProject(database.reads, caller, params.project_id);
    const keep = (bytes: Buffer, mediaType: string) => artifacts.keep(project, { bytes, mediaType });
    const { sha256: file } = await keep(Buffer.from(read.card.source, "utf8"), "application/json");
    const drawn = read.picture === null ? null : await keep(Buffer.from(read.picture, "base64"), "image/png");
    return { ...read, character, file, picture: drawn?.sha256 ?? null };
  },
  handle: async ({ record, services, response }, { body }, { character, entries, file, picture, remarks }) => {
    const { entity_type: entityType, known_by: knownBy, on_conflict: onConflict, dry_run } = body;
    const card = { character, entries, file, picture, entityType, knownBy, onConflict };
    const work = () => importCard(record, card, services.clock.now());
    const done = dry_run ? await record.tryOut(work) : await work();
    const { outcome, entityId, npcId, imageId, sameName, facts } = done;
    const entity = dry_run ? null : await record.get(entityResource, entityId);
    const owner = await record.require(projectResource, record.projectId);
    await record.commit();
    if (outcome !== "created" || dry_run) response.status = 200;
    const version = npcId === null || dry_run ? null : record.version(npc.resource, npcId);
    const shown = version === null ? null : shownNpc(version, entity, owner);
    return {
      dry_run,
      outcome,
      name: character.name,
      entity_id: entityId,
      npc: shown,
      same_name: [...sameName],
      image_id: imageId,
      facts: facts.map(({ fact_id, keys }) => ({ fact_id, keys: [...keys] })),
      remarks: [...remarks],
    };
  },
});
