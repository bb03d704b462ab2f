import type { Metadata } from "next";
import { DeletedList } from "#components/deleted/deleted-list.tsx";
import { Shell } from "#components/shell/shell.tsx";

export const metadata: Metadata = { title: "Recently deleted" };

export default function DeletedPage() {
  return (
    <Shell section="dialogues" title={<h1 className="text-13">Recently deleted</h1>}>
      <div className="px-4 py-3">
        <DeletedList />
      </div>
    </Shell>
  );
}
