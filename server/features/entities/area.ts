import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { entityForm } from "./entity-form.ts";
import { importEntitiesJob } from "./import/import-job.ts";
import { forgetOldImports } from "./import/kept-imports.ts";
import { batchEntities } from "./operations/batch-entities.ts";
import { createEntity } from "./operations/create-entity.ts";
import { deleteEntity } from "./operations/delete-entity.ts";
import { exportEntities } from "./operations/export-entities.ts";
import { getEntity } from "./operations/get-entity.ts";
import { getEntityByExternalId } from "./operations/get-entity-by-external-id.ts";
import { getEntityHistory } from "./operations/get-entity-history.ts";
import { getImport } from "./operations/get-import.ts";
import { importEntities } from "./operations/import-entities.ts";
import { listEntities } from "./operations/list-entities.ts";
import { listImportRows } from "./operations/list-import-rows.ts";
import { listImports } from "./operations/list-imports.ts";
import { listEntityProperties } from "./operations/list-properties.ts";
import { listEntityTypes } from "./operations/list-types.ts";
import { listEntityValues } from "./operations/list-values.ts";
import { undoImport } from "./operations/undo-import.ts";
import { updateEntity } from "./operations/update-entity.ts";
import { upsertEntity } from "./operations/upsert-entity.ts";

export const entities = area({
  tag: "projects",
  resources: [entityForm],
  words: { entity: ["part of the world", "parts of the world"] },
  forms: ["create"],
  jobs: [
    importEntitiesJob,
    upkeep("forget_entity_imports", ({ database, clock }) => forgetOldImports(database.writes, clock.now())),
  ],
  operations: {
    create: createEntity,
    batch: batchEntities,
    upsert: upsertEntity,
    list: listEntities,
    get: getEntity,
    getByExternalId: getEntityByExternalId,
    update: updateEntity,
    delete: deleteEntity,
    history: getEntityHistory,
    types: listEntityTypes,
    properties: listEntityProperties,
    values: listEntityValues,
    import: importEntities,
    getImport,
    listImportRows,
    listImports,
    undoImport,
    export: exportEntities,
  },
});
