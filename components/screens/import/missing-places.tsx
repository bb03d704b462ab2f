"use client";

import { useQuery } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { isOver } from "./import-report.tsx";

/** Refused rows that are looked through: of more, the next preview offers the rest. */
const MOST_ROWS = 500;
/** Milliseconds between two reads of the import that creates the places. */
const LOOK_EVERY_MS = 500;
/** Names that are said one by one. */
const NAMED = 5;

type Row = Outputs["entities"]["listImportRows"]["rows"][number];

/** Returns the names by which rows call places that are not there, each once, in the order of the rows. */
export function missingPlaces(rows: readonly Pick<Row, "errors">[]): string[] {
  const names = rows.flatMap(({ errors }) =>
    errors.flatMap(({ loc, msg, input }) => {
      const isUnknown = loc[2] === "parent_name" && /no place has this name$/.test(msg);
      return isUnknown && typeof input === "string" ? input.trim() : [];
    }),
  );
  const byKey = new Map<string, string>();
  for (const name of names) if (name !== "" && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name);
  return [...byKey.values()];
}

interface MissingPlacesProps {
  importId: string;
  /** Previews the file again, once the places are there. */
  onCreated: () => void;
}

/** Offers to create the places that rows of a preview call by names which no place has. */
export function MissingPlaces({ importId, onCreated }: MissingPlacesProps) {
  const project_id = useProjectId();
  const api = useApi();
  const client = useStudioClient();
  const change = reasonOf(useCan()("change"));
  const { data } = useQuery(
    api.entities.listImportRows.queryOptions({
      ...{ project_id, import_id: importId },
      ...{ outcome: "refused", limit: MOST_ROWS },
    }),
  );
  const names = missingPlaces(data?.rows ?? []);
  const creating = useChange({
    mutationFn: async () => {
      const content = names.map((name) => JSON.stringify({ name })).join("\n");
      const mapping = [{ column: "name", to: "name" }];
      const rows = { format: "ndjson", content, mapping, type: "location" } as const;
      const { id } = await client.entities.import.mutate({ project_id, ...rows });
      while (!isOver(await client.entities.getImport.query({ project_id, import_id: id }))) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    },
    onSuccess: onCreated,
  });
  if (names.length === 0) return null;
  const more = names.length - NAMED;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-ink-2">
      <p dir="auto">
        {counted(names.length, "place")} {names.length === 1 ? "is" : "are"} not there yet:{" "}
        {names.slice(0, NAMED).join(", ")}
        {more > 0 && ` and ${more} more`}.
      </p>
      <Button size="sm" disabled={creating.isPending} disabledReason={change} onClick={() => creating.mutate()}>
        {creating.isPending ? "Creating…" : names.length === 1 ? "Create the place" : "Create the places"}
      </Button>
      <AlertLine className="basis-full">{creating.problem}</AlertLine>
    </div>
  );
}
