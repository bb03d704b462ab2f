"use client";

import { useCheckpoints } from "../../editor/history/use-checkpoints.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { Select } from "../../ui/select.tsx";

const NOW = "now";

/** Goes to one of the project's named moments, or back to now. */
export function ChooseMoment() {
  const { at, goTo } = useMoment();
  const { data } = useCheckpoints().list;
  const named = data?.checkpoints ?? [];
  const isNamed = at === null || named.some(({ seq }) => seq === at);
  const options = [
    { value: NOW, label: "Now" },
    ...(isNamed ? [] : [{ value: String(at), label: `Seq ${at}` }]),
    ...named.map(({ seq, name }) => ({ value: String(seq), label: name })),
  ];
  return (
    <Select
      label="At the moment"
      className="w-56"
      options={options}
      value={at === null ? NOW : String(at)}
      onChange={(event) => goTo(event.target.value === NOW ? null : Number(event.target.value))}
    />
  );
}
