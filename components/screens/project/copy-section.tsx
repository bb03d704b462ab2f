"use client";

import { Copy } from "lucide-react";
import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { TransferProgress } from "../../frame/project/transfer-progress.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useIsAdministrator } from "../../frame/session/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { OptionCards } from "../../ui/option-cards.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { CONTENTS, type Contents } from "./contents.ts";

type Project = Outputs["projects"]["get"];
type Mode = Project["mode"];

/** Makes another project of this one, such as a live one of a test project. */
export function CopySection({ project }: { project: Project }) {
  const [isAsking, setAsking] = useState(false);
  const [importId, setImportId] = useState<string | null>(null);
  const change = reasonOf(useCan({ whileArchived: true })("change", null));
  const title = project.mode === "test" ? "Copy to live" : "Copy";
  return (
    <TitledSection title={title}>
      <p className="mb-3 text-13 text-ink-2">
        Creates another project with everything in it. All IDs stay the same, except the ID of the project.
      </p>
      {importId === null ? (
        <Button icon={<Copy aria-hidden="true" size={14} />} disabledReason={change} onClick={() => setAsking(true)}>
          {title}…
        </Button>
      ) : (
        <TransferProgress importId={importId} onAgain={() => setImportId(null)} />
      )}
      {isAsking && (
        <CopyDialog
          project={project}
          title={title}
          onClose={() => setAsking(false)}
          onBegun={(id) => {
            setImportId(id);
            setAsking(false);
          }}
        />
      )}
    </TitledSection>
  );
}

interface CopyDialogProps {
  project: Project;
  title: string;
  onClose: () => void;
  onBegun: (importId: string) => void;
}

const MODES: readonly { readonly value: Mode; readonly label: string; readonly means: string }[] = [
  { value: "live", label: "Live", means: "For your released game. Live keys have access." },
  { value: "test", label: "Test", means: "For trying things out. Only test keys have access." },
];

function CopyDialog({ project, title, onClose, onBegun }: CopyDialogProps) {
  const client = useStudioClient();
  const isAdministrator = useIsAdministrator();
  const { at } = useMoment();
  const form = useForm<{ name: string; mode: Mode; contents: Contents }>({
    schema: SCHEMAS["projects.copy"],
    start: { name: project.name, mode: "live", contents: "state" },
    fields: {
      name: { label: "Name", spellCheck: true },
      mode: {
        label: "What it is",
        draw: ({ value, onChange }) => <OptionCards isWide value={value} onChange={onChange} options={MODES} />,
      },
      contents: {
        label: "What to copy",
        // A history says who did what.
        when: () => isAdministrator,
        draw: ({ value, onChange }) => <OptionCards isWide value={value} onChange={onChange} options={CONTENTS} />,
      },
    },
    failed: "The project was not copied",
    send: async (asked) => {
      const seq = at === null ? {} : { seq: at };
      const { id } = await client.projects.copy.mutate({ project_id: project.id, ...asked, ...seq });
      onBegun(id);
    },
  });
  return (
    <FormDialog
      form={form}
      size="md"
      title={title}
      description={`A new project of “${project.name}”. This one does not change.`}
      submit={title}
      busy="Copying…"
      onClose={onClose}
    />
  );
}
