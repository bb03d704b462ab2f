"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { FormFrame, Submit } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { showToast } from "../../ui/toast.ts";
import { ArchiveSection } from "./archive-section.tsx";
import { CopySection } from "./copy-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { KnowingSection } from "./knowing-section.tsx";
import { MemorySection } from "./memory-section.tsx";
import { PacksSection } from "./packs-section.tsx";
import { UnitsSection } from "./units-section.tsx";

type Project = Outputs["projects"]["get"];

/** Settings of a project: its name, its purpose, and the actions on it as a whole. */
export function SettingsScreen() {
  return (
    <Shell title={<h1 className="text-13">Settings</h1>}>
      <Settings />
    </Shell>
  );
}

function Settings() {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const { data, error, refetch } = useQuery(useApi().projects.get.queryOptions({ project_id, ...reading }));
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        what="The project"
        error={error}
        onRetry={() => void refetch()}
        back={{ href: "/", label: "Go to your projects" }}
      />
    );
  }
  if (data === undefined) return <LoadingRows what="the project" rows={6} className="h-8" />;
  return (
    <div className="w-full max-w-3xl space-y-10 px-5 py-6">
      <AboutForm key={data.valid_from_seq} project={data} />
      <PacksSection project={data} />
      <KnowingSection project={data} />
      <MemorySection project={data} />
      <UnitsSection key={`units ${data.valid_from_seq}`} project={data} />
      <Mode mode={data.mode} />
      <ExportSection />
      <CopySection project={data} />
      <ArchiveSection project={data} />
      <DeleteSection project={data} />
    </div>
  );
}

function AboutForm({ project }: { project: Project }) {
  const { id: project_id, name, description } = project;
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.pathKey()]);
  const loaded = { name, description };
  const form = useForm<typeof loaded, Partial<typeof loaded>>({
    schema: SCHEMAS["projects.update"],
    loaded,
    keptAs: project_id,
    disabledReason: reasonOf(useCan()("change")),
    fields: {
      name: { label: "Name", spellCheck: true },
      description: { label: "Description", help: "What the story is about, for those who join you.", rows: 3 },
    },
    failed: "The changes were not saved",
    send: async (changed) => {
      await client.projects.update.mutate({ project_id, ...changed });
      await readAgain();
      showToast({ text: "The changes are saved." });
    },
  });
  return (
    <TitledSection title="About">
      <FormFrame form={form} />
      <Submit form={form} busy="Saving…" className="mt-3">
        Save
      </Submit>
    </TitledSection>
  );
}

const MODES = {
  test: "Only test keys have access. Copy it to live when it is ready.",
  live: "Your game reads it with live keys.",
} as const;

function Mode({ mode }: Pick<Project, "mode">) {
  return (
    <TitledSection title={mode === "test" ? "A test project" : "A live project"}>
      <p className="text-13 text-ink-2">{MODES[mode]} The mode of a project cannot be changed.</p>
    </TitledSection>
  );
}
