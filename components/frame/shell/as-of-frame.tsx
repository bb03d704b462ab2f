"use client";

import { latePart } from "../../ui/late.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import type { AsOfBarProps } from "./as-of-bar.tsx";

const AsOfBar = latePart<AsOfBarProps>(() => import("./as-of-bar.tsx").then((part) => part.AsOfBar));

/**
 * Bar of an earlier moment, which is fetched when one is looked at. Empty in the present. `restores` names the part that the page can
 * restore to the moment; the dialog that confirms a restoration opens in the present.
 */
export function AsOfFrame(props: Omit<AsOfBarProps, "at">) {
  const { at } = useMoment();
  return at === null ? null : <AsOfBar at={at} {...props} />;
}
