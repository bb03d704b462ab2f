import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { archiveProject, unarchiveProject } from "./operations/archive-project.ts";
import { copyProject } from "./operations/copy-project.ts";
import { createProject } from "./operations/create-project.ts";
import { deleteProject } from "./operations/delete-project.ts";
import { exportProject } from "./operations/export-project.ts";
import { getProject } from "./operations/get-project.ts";
import { getProjectImport } from "./operations/get-project-import.ts";
import { importProject } from "./operations/import-project.ts";
import { listProjects } from "./operations/list-projects.ts";
import { restoreProject } from "./operations/restore-project.ts";
import { updateProject } from "./operations/update-project.ts";
import { projectForm } from "./project-form.ts";
import { purgeDeletedProjects, purgeProject } from "./purge-project.ts";
import { forgetOldTransfers } from "./transfer/kept-transfers.ts";
import { importProjectJob } from "./transfer/transfer-job.ts";

export const projects = area({
  tag: "projects",
  resources: [projectForm],
  forms: ["copy", "create", "update"],
  jobs: [
    purgeDeletedProjects,
    purgeProject,
    importProjectJob,
    upkeep("forget_project_imports", ({ database, clock }) => forgetOldTransfers(database.writes, clock.now())),
  ],
  operations: {
    create: createProject,
    list: listProjects,
    get: getProject,
    update: updateProject,
    delete: deleteProject,
    restore: restoreProject,
    archive: archiveProject,
    unarchive: unarchiveProject,
    exportProject,
    import: importProject,
    copy: copyProject,
    getImport: getProjectImport,
  },
});
