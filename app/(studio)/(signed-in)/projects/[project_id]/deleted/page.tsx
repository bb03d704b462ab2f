import type { Metadata } from "next";
import { Shell } from "#components/frame/shell/shell.tsx";
import { DeletedList } from "#components/screens/deleted/deleted-list.tsx";

export const metadata: Metadata = { title: "Recently deleted" };

export default function DeletedPage() {
  return (
    <Shell title={<h1 className="text-13">Recently deleted</h1>}>
      <DeletedList />
    </Shell>
  );
}
