import { AlertLine } from "../../../ui/alert-line.tsx";

/** Shows the reason why an action failed, below its control; empty where none failed. */
export function Problem({ problem }: { problem: string | null }) {
  return <AlertLine className="basis-full text-12">{problem}</AlertLine>;
}
